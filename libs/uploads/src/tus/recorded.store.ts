import { Readable } from 'node:stream';
import { Clock } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { DataStore, Upload as TusUpload } from '@tus/utils';
import { RECEIVING_TTL_MS } from '../intake/limits.js';
import { UPLOAD_STORAGE, type UploadStorage } from '../storage/upload-storage.js';
import type { Upload } from '../upload.entity.js';
import { UploadMetrics, type UploadFailure } from '../uploads.metrics.js';
import { UploadsQueries } from '../uploads.queries.js';
import { TusError, tusStatus } from './tus-error.js';

/** Milliseconds between two records that bytes are still arriving. */
const TOUCH_INTERVAL_MS = 30_000;

/**
 * The data store of @tus/server: bytes go into the storage, records of them into PostgreSQL. Callers hold the upload's
 * lock. The row is written first and deleted last, so that no bytes are without a row. It becomes `completed` only
 * after the storage has confirmed every byte.
 */
@Injectable()
export class RecordedStore extends DataStore {
  constructor(
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
    private readonly uploads: UploadsQueries,
    private readonly clock: Clock,
    private readonly metrics: UploadMetrics,
  ) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'expiration', 'termination'];
  }

  override async create(upload: TusUpload): Promise<TusUpload> {
    try {
      await this.storage.create(upload);
    } catch (error) {
      // The storage may have stored a part; otherwise the sweep deletes the row.
      await this.remove(upload.id).catch(() => undefined);
      throw error;
    }
    if (upload.size === 0) await this.write(Readable.from([]), upload.id, 0);
    return upload;
  }

  /** @throws TusError 404, 410 when it has expired */
  override async getUpload(id: string): Promise<TusUpload> {
    const upload = await this.uploads.find(id);
    const now = this.clock.now().getTime();
    if (!upload?.resumable) throw TusError.notFound();
    if (upload.expiresAt !== null && upload.expiresAt.getTime() <= now) throw TusError.gone();
    const offset = await this.received(upload);
    // A process ended between writing the row and storing the first byte.
    if (offset === undefined) throw TusError.gone();
    return new TusUpload({
      id,
      size: upload.byteSize ?? undefined,
      offset,
      metadata: upload.tusMetadata === null ? undefined : asSent(upload.tusMetadata),
      // @tus/server adds the time to live to this. An upload in use does not expire.
      creation_date: new Date(upload.expiresAt === null ? now : upload.expiresAt.getTime() - RECEIVING_TTL_MS).toISOString(),
    });
  }

  /** @returns the offset after the bytes of `stream`: where the next ones go */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const before = await this.uploads.find(id);
    if (!before) throw TusError.notFound();
    if (before.status === 'completed') return offset;
    let known = offset;
    const touch = async () => {
      const size = await this.storage.size(id);
      if (size === undefined || size <= known) return; // a client that sends nothing does not extend the expiry
      known = size;
      await this.uploads.touch(id);
    };
    // The next touch may succeed.
    const interval = setInterval(() => void touch().catch(() => undefined), TOUCH_INTERVAL_MS);
    const ended = this.metrics.begin();
    let reached: number;
    let failure: UploadFailure | undefined;
    try {
      reached = await this.storage.write(stream, id, offset, before.userId);
    } catch (error) {
      failure = failureOf(error, stream);
      throw error;
    } finally {
      clearInterval(interval);
      await touch().finally(() => ended(known - offset, failure));
    }
    if (reached === before.byteSize) await this.complete(id, reached);
    return reached;
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.uploads.remove(id))) throw (await this.uploads.find(id)) ? TusError.inUse() : TusError.notFound();
    await this.storage.forget(id);
    await this.uploads.delete(id);
  }

  override getExpiration(): number {
    return RECEIVING_TTL_MS;
  }

  /** Sets the length of an upload that began without one: first in the storage, which must know its last bytes. */
  override async declareUploadLength(id: string, byteSize: number): Promise<void> {
    await this.storage.declareUploadLength(id, byteSize);
    await this.uploads.declareSize(id, byteSize);
  }

  /** Ends a file whose length was not known before its last byte. */
  async end(id: string, byteSize: number): Promise<void> {
    await this.storage.declareUploadLength(id, byteSize);
    await this.storage.write(Readable.from([]), id, byteSize);
    await this.complete(id, byteSize);
  }

  /** The same as {@link size}; completes an upload whose process ended between the last byte and the record of it. */
  async received(upload: Upload): Promise<number | undefined> {
    const size = await this.size(upload);
    if (upload.status === 'receiving' && size !== undefined && size === upload.byteSize) await this.complete(upload.id, size);
    return size;
  }

  /** Bytes that have arrived; undefined when the storage has nothing of the upload. */
  async size({ id, status, byteSize }: Upload): Promise<number | undefined> {
    return status === 'completed' ? (byteSize ?? 0) : this.storage.size(id);
  }

  private async complete(id: string, byteSize: number): Promise<void> {
    await this.storage.settle(id, byteSize);
    await this.uploads.complete(id, byteSize);
    this.metrics.completed();
  }
}

/** A stream fails when the client disconnects. TusEndpoint and FormUploads count that as an interrupted request. */
function failureOf(error: unknown, stream: Readable): UploadFailure | undefined {
  if (tusStatus(error) === 503) return 'not_stored';
  return stream.errored === null ? 'internal' : undefined;
}

/** Metadata encoded as they were sent: @tus/server would decode the values as UTF-8, and change those that are not. */
function asSent(header: string): TusUpload['metadata'] {
  const values = header.split(',').map((pair) => {
    const [key = '', value] = pair.split(' ');
    return [key, value === undefined ? null : Buffer.from(value, 'base64')] as const;
  });
  return Object.fromEntries(values) as unknown as TusUpload['metadata'];
}
