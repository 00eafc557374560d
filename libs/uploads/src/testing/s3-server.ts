import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

type Parts = Map<number, Buffer>;

/** One request, as S3 reads it. */
export type Asked = { readonly method: string; readonly key: string; readonly query: URLSearchParams; readonly bytes: Buffer };
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer };

const etag = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** The answer to a request that fails. */
export const s3Failure = (status: number, code: string, message = code): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

/**
 * As much of S3 as uploads use, in memory (Amazon S3 API reference, 2006-03-01): objects, ranges, and multipart uploads
 * with ListParts, which the S3 servers on the npm registry lack. Signatures are not looked at. Run as a process, it
 * tells its parent where it listens.
 */
export class S3Server {
  readonly objects = new Map<string, { readonly bytes: Buffer; readonly metadata: Record<string, string> }>();
  readonly multipart = new Map<string, Parts>();
  private readonly keys = new Map<string, string>();
  /** An answer that replaces the usual one, or delays it. */
  before: (asked: Asked) => Answer | undefined | Promise<Answer | undefined> = () => undefined;
  /** Parts on a page of ListParts. */
  pageSize = 1000;
  private made = 0;

  private constructor(private readonly server: Server) {}

  static async listen(): Promise<S3Server> {
    const server = createServer((request, response) => void s3.handle(request, response));
    const s3: S3Server = new S3Server(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return s3;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // what was cut short was never sent
    }
    const url = new URL(request.url ?? '/', 'http://s3');
    const key = url.pathname.split('/').slice(2).join('/');
    const asked = { method: request.method ?? 'GET', key, query: url.searchParams, bytes: Buffer.concat(chunks) };
    const { status = 200, headers = {}, body = '' } = (await this.before(asked)) ?? this.answer(asked, request);
    response.writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body), ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private answer({ method, key, query, bytes }: Asked, { headers }: IncomingMessage): Answer {
    const uploadId = query.get('uploadId') ?? '';
    const parts = this.multipart.get(uploadId);
    if (query.has('uploadId') && !parts) return s3Failure(404, 'NoSuchUpload');
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${++this.made}`;
      this.multipart.set(id, new Map());
      this.keys.set(id, key);
      return { body: `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` };
    }
    if (method === 'GET' && query.has('uploads')) {
      const begun = [...this.multipart.keys()].filter((id) => this.keys.get(id)?.startsWith(query.get('prefix') ?? ''));
      const uploads = begun.map((id) => `<Upload><Key>${this.keys.get(id)}</Key><UploadId>${id}</UploadId></Upload>`);
      return { body: `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>` };
    }
    if (method === 'POST' && query.has('delete')) {
      if (headers['content-md5'] === undefined) return s3Failure(400, 'InvalidRequest', 'Missing required header for this request: Content-MD5'); // prettier-ignore
      for (const [, one = ''] of bytes.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) this.objects.delete(one);
      return { body: '<DeleteResult/>' };
    }
    return parts ? this.answerForParts(parts, { method, key, query, bytes }) : this.answerForObject({ method, key, query, bytes }, headers);
  }

  private answerForParts(parts: Parts, { method, key, query, bytes }: Asked): Answer {
    const uploadId = query.get('uploadId') ?? '';
    if (method === 'PUT') {
      const number = Number(query.get('partNumber'));
      if (number < 1 || number > MAX_PARTS) return s3Failure(400, 'InvalidArgument');
      parts.set(number, bytes);
      return { headers: { ETag: etag(bytes) } };
    }
    if (method === 'GET') return this.list(parts, Number(query.get('part-number-marker') ?? 0));
    if (method === 'DELETE') {
      this.multipart.delete(uploadId);
      return { status: 204 };
    }
    const asked = [...bytes.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>([^<]*)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const joined = asked.map(({ number }) => parts.get(number) ?? Buffer.alloc(0));
    if (asked.some(({ number, etag: expected }) => !parts.has(number) || etag(parts.get(number)!) !== expected)) return s3Failure(400, 'InvalidPart'); // prettier-ignore
    if (asked.some(({ number }, index) => number <= (asked[index - 1]?.number ?? 0))) return s3Failure(400, 'InvalidPartOrder');
    if (joined.slice(0, -1).some((part) => part.length < MIN_PART_BYTES)) return s3Failure(400, 'EntityTooSmall');
    this.objects.set(key, { bytes: Buffer.concat(joined), metadata: {} });
    this.multipart.delete(uploadId);
    return { body: `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>` };
  }

  private answerForObject({ method, key, bytes }: Asked, headers: IncomingHttpHeaders): Answer {
    if (method === 'PUT') {
      const metadata = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))) as Record<
        string,
        string
      >;
      this.objects.set(key, { bytes, metadata });
      return { headers: { ETag: etag(bytes) } };
    }
    const object = this.objects.get(key);
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    if (!object) return s3Failure(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const body = from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1);
    return { status: from === undefined ? 200 : 206, headers: { ETag: etag(object.bytes), ...object.metadata }, body };
  }

  private list(parts: Parts, marker: number): Answer {
    const after = [...parts].filter(([number]) => number > marker).sort(([one], [other]) => one - other);
    const page = after.slice(0, this.pageSize);
    const listed = page.map(([number, part]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag(part)}</ETag><Size>${part.length}</Size></Part>`); // prettier-ignore
    const more = `<IsTruncated>${after.length > page.length}</IsTruncated><NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>`;
    return { body: `<ListPartsResult>${more}${listed.join('')}</ListPartsResult>` };
  }
}

if (import.meta.main) {
  const server = await S3Server.listen();
  process.once('disconnect', () => server.close()); // it does not outlive its parent
  process.send?.({ endpoint: server.endpoint });
}
