import type { components } from './schema.js';

/** One entry of an answer's `errors`; further keys name places (`line`, `subtitle`) or facts (`current_revision`). */
export type ErrorDetail = components['schemas']['ErrorDetailResponse'];

/** The stable, machine-readable codes of errors. */
export type ErrorCode = ErrorDetail['code'];

type Refusal = {
  readonly status: number;
  readonly message: string;
  readonly errors?: readonly ErrorDetail[] | undefined;
  readonly truncated?: boolean | undefined;
  readonly requestId?: string | null | undefined;
  readonly retryAfter?: number | null | undefined;
};

/** An answer of the API that is no success. Programs look at `status` and `code`; `message` may change. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errors: readonly ErrorDetail[];
  /** Whether there were more errors than the answer lists. */
  readonly truncated: boolean;
  /** `X-Request-Id`, by which the operator finds the request. */
  readonly requestId: string | null;
  /** `Retry-After` in seconds. */
  readonly retryAfter: number | null;

  constructor({ status, message, errors, truncated, requestId, retryAfter }: Refusal) {
    super(message);
    this.status = status;
    this.errors = errors ?? [];
    this.truncated = truncated ?? false;
    this.requestId = requestId ?? null;
    this.retryAfter = retryAfter ?? null;
  }

  /** The code of the first error. */
  get code(): ErrorCode | null {
    return this.errors[0]?.code ?? null;
  }

  /** Whether one of the errors has this code. */
  has(code: ErrorCode): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** Reads an answer that is no success; its body may be anything when a proxy wrote it. */
  static async from(response: Response): Promise<ApiError> {
    return ApiError.read(response.status, await response.text(), (name) => response.headers.get(name));
  }

  /** The same, where status, body and headers come apart. */
  static read(status: number, text: string, header: (name: string) => string | null | undefined): ApiError {
    const { message, errors, errors_truncated: truncated } = bodyOf(text);
    return new ApiError({
      status,
      message: typeof message === 'string' ? message : `The server answered with status ${status}.`,
      errors: Array.isArray(errors) ? errors : [],
      truncated,
      requestId: header('X-Request-Id'),
      retryAfter: readRetryAfter(header('Retry-After')),
    });
  }
}

/** `Retry-After` in seconds; the API sends whole seconds, a proxy in front of it may send a date. */
export function readRetryAfter(header: string | null | undefined, now = Date.now()): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function bodyOf(text: string): Partial<components['schemas']['ErrorResponse']> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
