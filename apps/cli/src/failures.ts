/** The command was called wrongly: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A file or folder that the system refuses. */
export class FileError extends UsageError {
  constructor(file: string, refused: 'read' | 'written', { code, message }: NodeJS.ErrnoException) {
    super(`${file} cannot be ${refused}: ${reasonOf({ code, message })}`);
  }
}

/** Why the system refuses a file, in words. */
export function reasonOf({ code, message }: Pick<NodeJS.ErrnoException, 'code' | 'message'>): string {
  return REASONS[code ?? ''] ?? message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder.',
  EISDIR: 'it is a folder.',
  EACCES: 'permission denied.',
};

/** A request was refused, or a file has defects: exit status 1. An empty message says that all was said already. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** As `--json` names it. */
  readonly code: string;

  constructor(message: string, { code = 'refused', cause }: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}
