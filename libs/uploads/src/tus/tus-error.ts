import { ERRORS } from '@tus/utils';

/** A failure as @tus/server knows them, with the status that it answers. */
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

  /** Clients come again after this one; after tus's own 400 for a request that had to let go, they begin from zero. */
  static locked(): TusError {
    return new TusError(423, 'Another request is at the upload.');
  }

  /** The disk is full, for example: what has come is kept, and the client may go on later. */
  static notStored(cause?: unknown): TusError {
    return Object.assign(new TusError(503, 'The bytes could not be stored.'), { cause });
  }

  /** The database is away, for example. */
  static unavailable(cause?: unknown): TusError {
    return Object.assign(new TusError(503, 'The service is not available at the moment.'), { cause });
  }

  static inUse(): TusError {
    return new TusError(409, 'A video stock uses the upload.');
  }
}

/** The status of a failure that is tus's, thrown by us or by one of its stores. */
export function tusStatus(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null ? (error as { status_code?: number }).status_code : undefined;
}
