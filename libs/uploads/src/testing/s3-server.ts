import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Parts = Map<number, Buffer>;
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer };

const etag = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const fail = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code><Message>${code}</Message></Error>` });

/**
 * As much of S3 as uploads use, in memory (Amazon S3 API reference, 2006-03-01): objects, ranges, and multipart uploads with
 * ListParts, which the S3 servers on the npm registry lack. Signatures are not looked at.
 */
export class S3Server {
  readonly objects = new Map<string, { readonly bytes: Buffer; readonly metadata: Record<string, string> }>();
  readonly multipart = new Map<string, Parts>();
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
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://s3');
    const key = url.pathname.split('/').slice(2).join('/');
    const { status = 200, headers = {}, body = '' } = this.answer(request, { key, query: url.searchParams, bytes: Buffer.concat(chunks) });
    response.writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body), ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private answer(
    { method, headers }: IncomingMessage,
    { key, query, bytes }: { key: string; query: URLSearchParams; bytes: Buffer },
  ): Answer {
    const uploadId = query.get('uploadId') ?? '';
    const parts = this.multipart.get(uploadId);
    if (query.has('uploadId') && !parts) return fail(404, 'NoSuchUpload');
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${++this.made}`;
      this.multipart.set(id, new Map());
      return { body: `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` };
    }
    if (method === 'POST' && query.has('delete')) {
      for (const [, one = ''] of bytes.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) this.objects.delete(one);
      return { body: '<DeleteResult/>' };
    }
    if (parts && method === 'PUT') {
      parts.set(Number(query.get('partNumber')), bytes);
      return { headers: { ETag: etag(bytes) } };
    }
    if (parts && method === 'GET') {
      const listed = [...parts].map(([number, part]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag(part)}</ETag><Size>${part.length}</Size></Part>`); // prettier-ignore
      return { body: `<ListPartsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListPartsResult>` };
    }
    if (parts && method === 'DELETE') {
      this.multipart.delete(uploadId);
      return { status: 204 };
    }
    if (parts && method === 'POST') {
      const numbers = [...bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
      const joined = numbers.map((number) => parts.get(number) ?? Buffer.alloc(0));
      if (joined.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)) return fail(400, 'EntityTooSmall');
      this.objects.set(key, { bytes: Buffer.concat(joined), metadata: {} });
      this.multipart.delete(uploadId);
      return { body: `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>` };
    }
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
    if (!object) return fail(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const body = from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1);
    return { status: from === undefined ? 200 : 206, headers: { ETag: etag(object.bytes), ...object.metadata }, body };
  }
}
