import { ERRORS } from '@tus/utils';

/** A failure in the form that @tus/server expects, with the status to answer. */
export class TusError extends Error {
  constructor(
    readonly status_code: number,
    readonly body: string,
  ) {
    super(body);
    this.name = new.target.name;
  }

  static notFound(): TusError {
    return new TusError(ERRORS.FILE_NOT_FOUND.status_code, 'There is no such upload.');
  }

  static gone(): TusError {
    return new TusError(ERRORS.FILE_NO_LONGER_EXISTS.status_code, 'The upload has expired.');
  }

  /**
   * Clients retry after a 423. After the 400 that @tus/server sends for a request that had to release its upload, they
   * begin from zero.
   */
  static locked(): TusError {
    return new TusError(423, 'Another request is at the upload.');
  }

  /** For example, the disk is full. The bytes that have arrived are kept, and the client may continue later. */
  static notStored(cause?: unknown): TusError {
    return Object.assign(new TusError(503, 'The bytes could not be stored.'), { cause });
  }

  /** For example, the database is unavailable. */
  static unavailable(cause?: unknown): TusError {
    return Object.assign(new TusError(503, 'The service is not available at the moment.'), { cause });
  }

  static inUse(): TusError {
    return new TusError(409, 'A video stock uses the upload.');
  }
}

/** The status of an error in tus's form, thrown by our code or by one of its stores. */
export function tusStatus(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null ? (error as { status_code?: number }).status_code : undefined;
}
