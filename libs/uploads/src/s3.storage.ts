import { Readable } from 'node:stream';
import type { Env } from '@app/platform';
import { S3Store } from '@tus/s3-store';
import type { UploadStorage } from './storage.js';
import { tusStatus } from './tus-error.js';

/** Nothing is kept in memory: another process may have gone on with the upload. */
const NO_CACHE = { get: () => Promise.resolve(undefined), set: () => Promise.resolve(), delete: () => Promise.resolve() };

/** Uploads in a bucket: a multipart upload while they are received, an object when they are complete. */
export class S3Storage extends S3Store implements UploadStorage {
  constructor({ S3_BUCKET: bucket = '', S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' }: Env) {
    super({
      cache: NO_CACHE,
      useTags: false, // what expires is swept by us
      s3ClientConfig: {
        bucket,
        region,
        // Other stores than AWS's: the bucket in the path, and no checksums in trailers, which few of them know.
        ...(endpoint === undefined
          ? {}
          : { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }),
      },
    });
  }

  async size(id: string): Promise<number | undefined> {
    try {
      return (await this.getUpload(id)).offset;
    } catch (error) {
      if (tusStatus(error) === 404) return undefined;
      throw error;
    }
  }

  /** A process that ended between the last part and the joining of the parts left the joining to us. */
  async settle(id: string, byteSize: number): Promise<void> {
    let length = await this.lengthOf(id);
    if (length === undefined) {
      await this.write(Readable.from([]), id, byteSize);
      length = await this.lengthOf(id);
    }
    if (length !== byteSize) throw new Error(`upload ${id} has ${length} bytes in the bucket, of ${byteSize}`);
  }

  /** Undefined while it is in parts. Not by {@link getUpload}, which takes whatever goes wrong for a file that is not there. */
  async lengthOf(id: string, signal?: AbortSignal): Promise<number | undefined> {
    try {
      return (await this.client.headObject({ Bucket: this.bucket, Key: id }, { abortSignal: signal })).ContentLength;
    } catch (error) {
      if ((error as Error).name === 'NotFound') return undefined;
      throw error;
    }
  }

  async readRange(id: string, from: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    const range = { Bucket: this.bucket, Key: id, Range: `bytes=${from}-${from + length - 1}` };
    const { Body } = await this.client.getObject(range, { abortSignal: signal });
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  }

  async forget(id: string): Promise<void> {
    try {
      await this.remove(id);
    } catch (error) {
      if (tusStatus(error) !== 404) throw error;
    }
    // Where the multipart upload was joined already, there is none to abort, and the store stops there.
    await this.client.deleteObjects({
      Bucket: this.bucket,
      Delete: { Objects: [{ Key: id }, { Key: this.infoKey(id) }, { Key: this.partKey(id, true) }] },
    });
  }
}
