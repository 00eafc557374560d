/** The kinds of failures and the HTTP status of each. Only the filter reads it (contract 2.4). */
export const STATUS = {
  not_authenticated: 401,
  not_permitted: 403,
  not_found: 404,
  conflict: 409,
  condition_failed: 412,
  range_refused: 416,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
} as const;

declare const DECLARED: unique symbol;

/** A code of a table made by `defineErrors`. No string literal has this type, so every code must be declared. */
export type ErrorCode = string & { readonly [DECLARED]: true };

/**
 * One thing that is wrong, and where (contract 2.6). `field` is a path such as `chapters[3].startTime`, or null;
 * `code` is stable and documented; further keys name places (`line`, `subtitle`) or facts (`current_revision`).
 */
export type ErrorDetail = {
  readonly field: string | null;
  readonly code: ErrorCode;
  readonly message: string;
  readonly [fact: string]: unknown;
};

type AppErrorOptions = {
  /** At least one: every 4xx and 503 has an entry with a code (contract 2.6). */
  readonly errors: readonly ErrorDetail[];
  /** Whether there are more errors than `errors` holds. At most {@link MAX_ERRORS} are sent in any case. */
  readonly truncated?: boolean;
  /** Further headers of the answer, such as `Retry-After` and `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Most details that one answer carries; the rest is said by `errors_truncated`. */
export const MAX_ERRORS = 100;

/**
 * An outcome the caller can act on. Anything else that is thrown is a bug and answers 500. Tables of errors
 * (`defineErrors`) make those with one detail; the constructor is for several.
 */
export class AppError extends Error {
  readonly errors: readonly ErrorDetail[];
  readonly truncated: boolean;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly kind: keyof typeof STATUS,
    message: string,
    { errors, truncated = errors.length > MAX_ERRORS, headers = {} }: AppErrorOptions,
  ) {
    super(message);
    this.name = new.target.name;
    this.errors = errors.slice(0, MAX_ERRORS);
    this.truncated = truncated;
    this.headers = kind === 'unavailable' ? { 'Retry-After': '1', ...headers } : headers;
  }
}
