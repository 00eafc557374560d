import type { DataStore } from '@tus/utils';

/** Where the bytes of uploads are stored, by the upload's id: a store of @tus, with further operations. */
export type UploadStorage = DataStore & {
  /** Bytes that have come so far; undefined when there is nothing of this id. */
  size(id: string): Promise<number | undefined>;

  /**
   * Makes sure that what has come outlives a crash of the machine, and is one whole file.
   * @param byteSize how long the file is
   * @throws Error when it is not so long
   */
  settle(id: string, byteSize: number): Promise<void>;

  /**
   * Length of a complete file; undefined when it is not there. That a storage is in trouble is an error, never undefined.
   * @param signal nobody waits any more
   */
  lengthOf(id: string, signal?: AbortSignal): Promise<number | undefined>;

  /**
   * Reads a part of a complete file.
   * @param signal nobody waits any more
   * @returns fewer bytes at the end of the file
   */
  readRange(id: string, from: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;

  /** Deletes whatever there is of an upload; nothing is fine, too. */
  forget(id: string): Promise<void>;
};

/** The injection token of the {@link UploadStorage}. */
export const UPLOAD_STORAGE = Symbol('upload storage');
