import { Readable } from 'node:stream';
import { type Clock } from '@app/platform';
import { DataStore, Upload as TusUpload } from '@tus/utils';
import { RECEIVING_MS } from '../limits.js';
import type { UploadStorage } from '../storage/upload-storage.js';
import { TusError } from './tus-error.js';
import type { Upload } from '../upload.entity.js';
import type { UploadsQueries } from '../uploads.queries.js';

/** Milliseconds between two notes that bytes are still coming. */
const TOUCH_MS = 30_000;

/**
 * What @tus/server writes to: the bytes go into the storage, what is known of them into PostgreSQL. It is called under the lock
 * of the upload. The row comes first and goes last, so that no bytes are ever without one; it says `completed` only after the
 * storage has vouched for every byte.
 */
export class RecordedStore extends DataStore {
  constructor(
    private readonly storage: UploadStorage,
    private readonly uploads: UploadsQueries,
    private readonly clock: Clock,
  ) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  }

  override async create(upload: TusUpload): Promise<TusUpload> {
    try {
      await this.storage.create(upload);
    } catch (error) {
      await this.uploads.remove(upload.id);
      await this.uploads.delete(upload.id);
      throw error;
    }
    if (upload.size === 0) await this.write(Readable.from([]), upload.id, 0);
    return upload;
  }

  /** @throws TusError 404, 410 when it has expired */
  override async getUpload(id: string): Promise<TusUpload> {
    const upload = await this.uploads.find(id);
    const now = this.clock.now().getTime();
    if (upload?.byteSize == null) throw TusError.notFound(); // a form's file cannot be resumed
    if (upload.expiresAt !== null && upload.expiresAt.getTime() <= now) throw TusError.gone();
    const offset = await this.received(upload);
    if (offset === undefined) throw TusError.gone(); // a process ended between the row and the first byte
    return new TusUpload({
      id,
      size: upload.byteSize,
      offset,
      metadata: upload.tusMetadata === null ? undefined : asSent(upload.tusMetadata),
      // tus counts from here; 24 hours after the last byte are 24 hours after this. What is in use does not expire.
      creation_date: new Date(upload.expiresAt === null ? now : upload.expiresAt.getTime() - RECEIVING_MS).toISOString(),
    });
  }

  /** @returns the offset after the bytes of `stream`: where the next ones go */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const before = await this.uploads.find(id);
    if (!before) throw TusError.notFound();
    if (before.status === 'completed') return offset; // there is nothing left that could come
    let known = offset;
    const note = async () => {
      const size = await this.storage.size(id);
      if (size === undefined || size <= known) return; // a client that sends nothing does not keep it
      known = size;
      await this.uploads.touch(id);
    };
    const coming = setInterval(() => void note().catch(() => undefined), TOUCH_MS); // the next one will do
    let reached: number;
    try {
      reached = await this.storage.write(stream, id, offset);
    } finally {
      clearInterval(coming);
      await note();
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
    return RECEIVING_MS;
  }

  /** Ends a file whose length was not known before its last byte. */
  async end(id: string, byteSize: number): Promise<void> {
    await this.storage.declareUploadLength(id, byteSize);
    await this.storage.write(Readable.from([]), id, byteSize);
    await this.complete(id, byteSize);
  }

  /** The same, under the lock: a process that ended between the last byte and its note left the note to us. */
  async received(upload: Upload): Promise<number | undefined> {
    const size = await this.size(upload);
    if (upload.status === 'receiving' && size !== undefined && size === upload.byteSize) await this.complete(upload.id, size);
    return size;
  }

  /** Bytes that have come; undefined while the storage knows nothing of it. */
  async size({ id, status, byteSize }: Upload): Promise<number | undefined> {
    return status === 'completed' ? (byteSize ?? 0) : this.storage.size(id);
  }

  private async complete(id: string, byteSize: number): Promise<void> {
    await this.storage.settle(id, byteSize);
    await this.uploads.complete(id, byteSize);
  }
}

/** Metadata that are encoded again as they were. tus would take the values for UTF-8, and change those that are not. */
function asSent(header: string): TusUpload['metadata'] {
  const values = header.split(',').map((pair) => {
    const [key = '', value] = pair.split(' ');
    return [key, value === undefined ? null : Buffer.from(value, 'base64')] as const;
  });
  return Object.fromEntries(values) as unknown as TusUpload['metadata'];
}
