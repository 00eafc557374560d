import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { freeBytes } from '@app/http/bodies';
import { FairSemaphore } from '@app/process';
import { S3Store, type MetadataValue } from '@tus/s3-store';
import { StreamSplitter, type Upload } from '@tus/utils';
import type { UploadStorage } from './upload-storage.js';
import type { UploadsEnv } from '../uploads.env.js';
import { TusError, tusStatus } from '../tus/tus-error.js';

/** Seconds for which a signed address is good: longer than a pause of somebody who watches. */
const SIGNED_SECONDS = 3600;

/** Nothing is cached: another process may have continued the upload. */
const NO_CACHE = { get: () => Promise.resolve(undefined), set: () => Promise.resolve(), delete: () => Promise.resolve() };

/** Bytes of every part but the last: 50 GiB are 6,400 parts, of the 10,000 that S3 takes. */
const PART_BYTES = 8 * 1024 * 1024;

/** Parts that a process sends at the same time, each of them in memory, and those of one user (contract 2.12). */
const MAX_PARTS_IN_FLIGHT = 16;
const MAX_PARTS_PER_USER = MAX_PARTS_IN_FLIGHT / 8;

/** Milliseconds that a part waits for others. */
const PART_TIMEOUT_MS = 60_000;

/** Most connections. More than are ever needed: the SDK counts the wait for a free one as a failure to connect. */
const MAX_SOCKETS = 1000;

/**
 * Milliseconds without a connection, and without a byte either way, after which S3 counts as unavailable. A slow
 * connection is not idle.
 */
export type S3Timeouts = { readonly connectMs?: number; readonly idleMs?: number };

/** One part, in a file of the temporary folder. */
type Chunk = { readonly path: string; readonly size: number };

/**
 * Uploads in a bucket: a multipart upload while they are received, an object when they are complete.
 *
 * Part n always has the same bytes of the file, however the client splits the file and whichever process sends the
 * part. A part that arrives late or after a gap is therefore the right one. Bytes that do not fill a part are kept in
 * the object `<id>.part`, which says where in the file they begin. A part that covers them replaces them.
 */
export class S3Storage extends S3Store implements UploadStorage {
  private readonly slots = new FairSemaphore({ total: MAX_PARTS_IN_FLIGHT, perKey: MAX_PARTS_PER_USER, timeoutMs: PART_TIMEOUT_MS });
  /** Whose the uploads are that are being written. */
  private readonly owners = new Map<string, string>();

  constructor(env: UploadsEnv, { connectMs = 5000, idleMs = 60_000 }: S3Timeouts = {}) {
    const { S3_BUCKET: bucket = '', S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' } = env;
    const agent = { maxSockets: MAX_SOCKETS };
    super({
      cache: NO_CACHE,
      useTags: false, // UploadSweep deletes what has expired
      partSize: PART_BYTES,
      minPartSize: PART_BYTES,
      s3ClientConfig: {
        bucket,
        region,
        // By default the client waits without limit.
        requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
        // For stores other than AWS: the bucket in the path, and no checksums in trailers, which few of them support.
        ...(endpoint === undefined
          ? {}
          : { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }),
      },
    });
    this.client.middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          next(args).catch((error: unknown) => {
            throw nameRequest(error as StoreError, `${commandName?.replace(/Command$/, '')} of ${(args.input as { Key?: string }).Key}`);
          }),
      { step: 'initialize' },
    );
  }

  /** @throws TusError 503 when S3 does not take it */
  override create(upload: Upload): Promise<Upload> {
    return stored(super.create(upload));
  }

  /** @throws TusError 503 when S3 does not take it */
  override declareUploadLength(id: string, byteSize: number): Promise<void> {
    return stored(super.declareUploadLength(id, byteSize));
  }

  /**
   * Stores a stream. If it ends early, the bytes that have arrived are stored.
   * @returns the offset after them
   * @throws TusError 503 when S3 refuses them, 410 when S3 has aborted the upload
   */
  override async write(bytes: Readable, id: string, offset: number, userId = id): Promise<number> {
    let failure: Error | null | undefined;
    finished(bytes, { writable: false }, (error) => (failure = error));
    this.owners.set(id, userId);
    const reached = await stored(this.append(bytes, id, offset)).finally(() => this.owners.delete(id));
    if (failure) throw failure;
    return reached;
  }

  /** @throws TusError 503 when S3 does not answer */
  size(id: string): Promise<number | undefined> {
    return stored(this.sizeNow(id));
  }

  /** Joins the parts if the process that sent the last one ended before it could. */
  async settle(id: string, byteSize: number): Promise<void> {
    const length = await stored(this.lengthWhenJoined(id, byteSize));
    if (length === undefined) throw TusError.gone();
    if (length !== byteSize) throw new Error(`upload ${id} has ${length} bytes in the bucket, of ${byteSize}`);
  }

  /** Length of the whole object; undefined while it is in parts. @throws TusError 503 when S3 does not answer */
  async lengthOf(id: string, signal?: AbortSignal): Promise<number | undefined> {
    const head = this.client.headObject({ Bucket: this.bucket, Key: id }, { abortSignal: signal });
    return (await stored(found(head, 'NotFound')))?.ContentLength;
  }

  readRange(id: string, from: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    const range = { Bucket: this.bucket, Key: id, Range: `bytes=${from}-${from + length - 1}` };
    return stored(
      this.client
        .getObject(range, { abortSignal: signal })
        .then(async ({ Body }) => (await Body?.transformToByteArray()) ?? new Uint8Array()),
    );
  }

  async locate(id: string, contentType: string): Promise<{ readonly url: string }> {
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: id, ResponseContentType: contentType });
    return { url: await getSignedUrl(this.client, get, { expiresIn: SIGNED_SECONDS }) };
  }

  forget(id: string): Promise<void> {
    return stored(this.erase(id));
  }

  /**
   * Sends the parts one after the other, and none after one that failed, because the offset is the sum of the stored
   * parts. The next part is received while one is sent. It is kept on disk, so that a slow client takes no memory.
   */
  protected override async uploadParts(metadata: MetadataValue, bytes: Readable, first: number, offset: number): Promise<number> {
    const { id, size } = metadata.file;
    const directory = await mkdtemp(join(tmpdir(), `upload-${id}-`));
    const splitter = new StreamSplitter({ chunkSize: this.calcOptimalPartSize(size), directory });
    let [number, at] = [first, offset];
    let sending: Promise<void> = Promise.resolve();
    const sendNext = async (chunk: Chunk): Promise<void> => {
      await sending;
      sending = this.send(metadata, chunk, { number, at });
      sending.catch((error: Error) => splitter.destroy(error));
      number += 1;
      at += chunk.size;
    };
    // The splitter waits for this handler, and therefore so does the client.
    splitter.on('chunkFinished', (chunk: Chunk): unknown => sendNext(chunk));
    try {
      await pipeline(bytes, splitter);
      await sending;
      return at - offset;
    } finally {
      await Promise.allSettled([sending]);
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  /** The parts before the first gap. Parts after it are sent again. */
  protected override async retrieveParts(id: string, marker?: string): ReturnType<S3Store['retrieveParts']> {
    const parts = await super.retrieveParts(id, marker);
    if (marker !== undefined) return parts; // a further page
    const gap = parts.findIndex(({ PartNumber }, index) => PartNumber !== index + 1);
    return gap === -1 ? parts : parts.slice(0, gap);
  }

  /** Sends a part from memory, because the SDK does not retry a stream. */
  private async send(metadata: MetadataValue, { path, size }: Chunk, { number, at }: { number: number; at: number }): Promise<void> {
    const { file } = metadata;
    await this.slots.run(this.owners.get(file.id) ?? file.id, async () => {
      const bytes = await readFile(path);
      await rm(path);
      if (size === PART_BYTES || at + size === file.size) await this.uploadPart(metadata, bytes, number);
      else await this.client.putObject({ ...this.restOf(file.id), Body: bytes, Metadata: { offset: String(at) } });
      freeBytes(bytes);
    });
  }

  private async append(bytes: Readable, id: string, offset: number): Promise<number> {
    const metadata = await this.getMetadata(id);
    const parts = await this.retrieveParts(id);
    const begin = total(parts);
    const rest = await found(this.client.getObject(this.restOf(id)), 'NoSuchKey');
    const body = rest?.Body as Readable | undefined;
    const held = lengthAfter(begin, rest);
    if (held === 0 || begin + held !== offset) body?.destroy();
    if (begin + held !== offset) throw new Error(`upload ${id} has ${begin + held} bytes in the bucket, not ${offset}`);
    return begin + (await this.uploadParts(metadata, joined(held > 0 ? body : undefined, bytes), parts.length + 1, begin));
  }

  private async sizeNow(id: string): Promise<number | undefined> {
    const parts = await found(this.retrieveParts(id), 'NoSuchUpload', 'NoSuchKey');
    if (!parts) return this.lengthOf(id); // the parts are joined, or there are none
    const begin = total(parts);
    return begin + lengthAfter(begin, await found(this.client.headObject(this.restOf(id)), 'NotFound'));
  }

  /** @returns the length of the file; undefined when nothing of it is stored */
  private async lengthWhenJoined(id: string, byteSize: number): Promise<number | undefined> {
    const length = (await this.lengthOf(id)) ?? (await found(this.join(id, byteSize), 'NoSuchUpload', 'NoSuchKey'));
    return length ?? (await this.lengthOf(id)); // another process has joined them meanwhile
  }

  /** Joins the parts if they are the whole file. @returns how many bytes they have */
  private async join(id: string, byteSize: number): Promise<number | undefined> {
    const metadata = await this.getMetadata(id);
    const parts = await this.retrieveParts(id);
    if (total(parts) !== byteSize) return total(parts);
    await this.finishMultipartUpload(metadata, parts);
    await this.deleteIncompletePart(id);
    return this.lengthOf(id);
  }

  private async erase(id: string): Promise<void> {
    const metadata = await found(this.getMetadata(id), 'NoSuchKey');
    for (const UploadId of metadata ? [metadata['upload-id']] : await this.unnamedUploads(id)) {
      await found(this.client.abortMultipartUpload({ Bucket: this.bucket, Key: id, UploadId }), 'NoSuchUpload', 'NoSuchKey');
    }
    // One by one: DeleteObjects needs Content-MD5 on some stores, and another checksum on others.
    for (const Key of [id, this.partKey(id, true), this.infoKey(id)]) {
      await found(this.client.deleteObject({ Bucket: this.bucket, Key }), 'NoSuchKey', 'NotFound');
    }
  }

  /** Multipart uploads without `<id>.info`: it was refused, or the process ended before it was written. */
  private async unnamedUploads(id: string): Promise<readonly (string | undefined)[]> {
    const { Uploads = [] } = await this.client.listMultipartUploads({ Bucket: this.bucket, Prefix: id });
    return Uploads.map(({ UploadId }) => UploadId);
  }

  private restOf(id: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.bucket, Key: this.partKey(id, true) };
  }
}

type StoreError = Error & { readonly $metadata?: { readonly httpStatusCode?: number } };

/** The same error, whose message says which request failed and what the store answered. */
function nameRequest(error: StoreError, request: string): StoreError {
  const { name, message, $metadata: { httpStatusCode: status } = {} } = error;
  const words = status === undefined ? `S3 did not answer ${request}: ${name}` : `S3 refused ${request}: ${status} ${name}`;
  return Object.assign(error, { message: `${words}: ${message}` });
}

const total = (parts: readonly { readonly Size?: number }[]): number => parts.reduce((sum, { Size = 0 }) => sum + Size, 0);

/** How many bytes `<id>.part` adds to parts that end at `begin`: none if the parts cover it. */
function lengthAfter(begin: number, rest?: { readonly ContentLength?: number; readonly Metadata?: Record<string, string> }): number {
  return rest?.Metadata?.['offset'] === String(begin) ? (rest.ContentLength ?? 0) : 0;
}

/** The bytes of `<id>.part`, followed by the new ones. If these end early, those that have arrived are kept. */
function joined(rest: Readable | undefined, bytes: Readable): Readable {
  const all = new PassThrough();
  const goOn = () => {
    finished(bytes, { writable: false }, () => all.end());
    bytes.pipe(all, { end: false });
  };
  if (!rest) goOn();
  else {
    finished(rest, (error) => (error ? all.destroy(error) : goOn()));
    rest.pipe(all, { end: false });
    all.once('close', () => rest.destroy());
  }
  return all;
}

/** The answer of S3; undefined if it is an error with one of these codes, which say that the object does not exist. */
async function found<T>(work: Promise<T>, ...nothing: readonly string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (nothing.includes((error as Error).name)) return undefined;
    throw error;
  }
}

/** An upload that S3 does not know has been aborted, so it is gone. Any other failure is temporary. */
async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (tusStatus(cause) !== undefined) throw cause;
    throw ['NoSuchUpload', 'NoSuchKey'].includes((cause as Error).name) ? TusError.gone() : TusError.notStored(cause);
  }
}
