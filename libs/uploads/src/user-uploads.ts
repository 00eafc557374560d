import { setTimeout as sleep } from 'node:timers/promises';
import { NIL_ID } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { UploadLocks } from './locks/upload-locks.js';
import { UPLOAD_STORAGE, type UploadStorage } from './storage/upload-storage.js';
import { UploadsQueries } from './uploads.queries.js';

export type UserFile = {
  readonly id: string;
  readonly filename: string | null;
  readonly byteSize: number;
  readonly read: () => AsyncGenerator<Uint8Array>;
};

const BATCH_SIZE = 200;
const READ_BYTES = 8 * 1024 * 1024;

/** Milliseconds in which requests that hold an upload must end. */
const ERASE_TIMEOUT_MS = 120_000;
const RETRY_MS = 1000;

/** All files of a user, for the operator (contract 16.10). */
@Injectable()
export class UserUploads {
  constructor(
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
    private readonly uploads: UploadsQueries,
    private readonly locks: UploadLocks,
  ) {}

  /** Complete files, in order of creation. One that the storage no longer has is left out. */
  async *filesOf(userId: string): AsyncGenerator<UserFile> {
    for (let after = NIL_ID; ;) {
      const rows = await this.uploads.allOf(userId, after, BATCH_SIZE);
      for (const { id, filename, status, removedAt } of rows) {
        const byteSize = status === 'completed' && removedAt === null ? await this.storage.lengthOf(id) : undefined;
        if (byteSize !== undefined) yield { id, filename, byteSize, read: () => this.bytesOf(id, byteSize) };
      }
      if (rows.length < BATCH_SIZE) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  /**
   * Deletes all files and their rows. An upload that a request writes to is tried again.
   * @returns how many
   */
  async erase(userId: string): Promise<number> {
    await this.uploads.removeAllOf(userId);
    let erased = 0;
    for (const deadline = performance.now() + ERASE_TIMEOUT_MS; ;) {
      let isHeld = false;
      for (const { id } of await this.uploads.allOf(userId, NIL_ID, BATCH_SIZE)) {
        const isErased = await this.locks.ifFree(id, async () => {
          await this.storage.forget(id);
          await this.uploads.delete(id);
        });
        if (isErased) erased += 1;
        isHeld ||= !isErased;
      }
      if ((await this.uploads.allOf(userId, NIL_ID, 1)).length === 0) return erased;
      if (performance.now() > deadline) throw new Error('Uploads of the user are still being written to. Run the command again.');
      if (isHeld) await sleep(RETRY_MS);
    }
  }

  private async *bytesOf(id: string, byteSize: number): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < byteSize;) {
      const bytes = await this.storage.readRange(id, from, Math.min(READ_BYTES, byteSize - from));
      if (bytes.length === 0) throw new Error(`upload ${id} ends after ${from} of ${byteSize} bytes`);
      yield bytes;
      from += bytes.length;
    }
  }
}
