import { constants, mkdirSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/utils';
import type { UploadStorage } from './storage.js';

/** Uploads on disk: one file each, named by its id. What is known of them stands in PostgreSQL, not beside them. */
export class DiskStorage extends FileStore implements UploadStorage {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({
      directory,
      configstore: { get: (id) => Promise.resolve({ id } as Upload), set: () => Promise.resolve(), delete: () => Promise.resolve() },
    });
  }

  async size(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(id))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
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

  async forget(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  private pathOf(id: string): string {
    return join(this.directory, id);
  }
}
