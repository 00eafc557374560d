import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/utils';

/** Where the bytes of uploads are stored, by the upload's id: a store of @tus, with further operations. */
export type UploadStorage = DataStore & {
  /** @param userId whose share of what all use it takes @returns the offset after the bytes */
  write(bytes: Readable, id: string, offset: number, userId?: string): Promise<number>;

  /** Bytes that have arrived; undefined when nothing of this id is stored. */
  size(id: string): Promise<number | undefined>;

  /**
   * Makes the upload one whole file that survives a crash of the machine.
   * @param byteSize the expected length of the file
   * @throws Error when the file has another length
   */
  settle(id: string, byteSize: number): Promise<void>;

  /**
   * Length of a complete file; undefined when there is none. A failure of the storage is an error, never undefined.
   * @param signal is aborted when the answer is no longer needed
   */
  lengthOf(id: string, signal?: AbortSignal): Promise<number | undefined>;

  /**
   * Reads a part of a complete file.
   * @param signal is aborted when the bytes are no longer needed
   * @returns fewer bytes if the part reaches beyond the end of the file
   */
  readRange(id: string, from: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;

  /**
   * Where the bytes of a complete file can be read: in a file of this machine, or at an address that is good for an
   * hour.
   * @param contentType with which that address answers
   */
  locate(id: string, contentType: string): Promise<{ readonly path: string } | { readonly url: string }>;

  /** Deletes everything that is stored of an upload. It may be nothing. */
  forget(id: string): Promise<void>;
};

export const UPLOAD_STORAGE = Symbol('upload storage');
