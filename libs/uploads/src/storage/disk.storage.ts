import { constants, mkdirSync } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freeBytes } from '@app/http/bodies';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/utils';
import type { UploadStorage } from './upload-storage.js';
import { TusError } from '../tus/tus-error.js';

/** Uploads on disk: one file each, named by the upload's id. PostgreSQL has everything else that is known of them. */
export class DiskStorage extends FileStore implements UploadStorage {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({
      directory,
      configstore: { get: (id) => Promise.resolve({ id } as Upload), set: () => Promise.resolve(), delete: () => Promise.resolve() },
    });
  }

  /**
   * Writes a stream, and frees the memory of each chunk at once, because garbage collection would block the event loop.
   * If the stream ends early, the bytes that were written stay.
   * @throws TusError 503 when the disk refuses them
   */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    let at = offset;
    const file = await stored(open(this.pathOf(id), 'r+'));
    try {
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        const { length } = chunk;
        await stored(writeAll(file, chunk, at));
        at += length;
        freeBytes(chunk);
      }
    } finally {
      await file.close();
    }
    return at;
  }

  override create(upload: Upload): Promise<Upload> {
    return stored(super.create(upload));
  }

  async size(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(id))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  lengthOf(id: string): Promise<number | undefined> {
    return this.size(id);
  }

  async settle(id: string, byteSize: number): Promise<void> {
    const file = await open(this.pathOf(id), constants.O_RDWR);
    try {
      await file.sync();
      const { size } = await file.stat();
      if (size !== byteSize) throw new Error(`upload ${id} has ${size} bytes on disk, of ${byteSize}`);
    } finally {
      await file.close();
    }
  }

  async readRange(id: string, from: number, length: number): Promise<Uint8Array> {
    const file = await open(this.pathOf(id), 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  locate(id: string): Promise<{ readonly path: string }> {
    return Promise.resolve({ path: this.pathOf(id) });
  }

  async forget(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  private pathOf(id: string): string {
    return join(this.directory, id);
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await file.write(chunk, written, chunk.length - written, at + written)).bytesWritten;
  }
}

async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw TusError.notStored(cause);
  }
}
