import { Refused, UsageError } from './failures.js';

/** Advice for errors that are common and not obvious. */
const HINTS: Readonly<Record<string, string>> = {
  token_missing: 'Set PODCAST_TOKEN, or run podcast login.',
  token_invalid: 'Ask the operator for another token. Then set PODCAST_TOKEN, or run podcast login.',
  permission_missing: 'Use a token that has the permission.',
  ownership_not_confirmed: 'Ask the operator to confirm that the podcast is yours.',
  transcription_in_progress: 'Wait for the automatic transcription to end, then upload again.',
  revision_mismatch: 'The stock has changed: look at it with podcast video list.',
  precondition_failed: 'get --output shows what is there, and its version. put --if-match VERSION replaces it, --force whatever is there.',
  refetch_in_progress: 'Wait for it with podcast feed refetch --wait.',
  client_key_conflict: 'Give another --key.',
};

type ErrorEntry = { readonly field: string | null; readonly code: string; readonly message: string; readonly line?: number };
type Refusal = Error & { readonly errors: readonly ErrorEntry[]; readonly requestId: string | null; readonly truncated: boolean };

/** An error in words, for stderr. `file` stands for the content that was sent. */
export function explain(error: unknown, file = 'content'): string {
  if (isRefusal(error)) return explainRefusal(error, file);
  const { message, cause, causingError = cause } = error as Failure;
  if (isUnreachable(error))
    return `The API cannot be reached: ${causingError?.message || causingError?.code}. Is the base URL (PODCAST_API) right?`;
  if ((error as Error).name === 'SyntaxError')
    return `The API answered with something that is not JSON. Is the base URL (PODCAST_API) right? (${message})`;
  return message ?? String(error);
}

/** @returns 1 (refused, defects), 2 (usage) or 3 (the API could not be reached) */
export function exitStatusOf(error: unknown): 1 | 2 | 3 {
  if (isUnreachable(error)) return 3;
  return error instanceof UsageError ? 2 : 1;
}

/** An error as --json prints it: as the API does, whoever found it. */
export function errorBody(error: unknown): object {
  if (error instanceof Refused && isRefusal(error.cause)) return errorBody(error.cause);
  if (isRefusal(error)) {
    const { message, errors, requestId, truncated } = error;
    return { message, errors, ...(truncated ? { errors_truncated: true } : {}), ...(requestId ? { request_id: requestId } : {}) };
  }
  const message = explain(error);
  const code = isUnreachable(error)
    ? 'unreachable'
    : error instanceof UsageError
      ? 'usage'
      : error instanceof Refused
        ? error.code
        : 'failed';
  return { message, errors: [{ field: null, code, message }] };
}

type Cause = { readonly code?: string; readonly message?: string };

/** `fetch` gives a cause, tus-js-client a `causingError`. */
type Failure = { readonly message?: string; readonly cause?: Cause; readonly causingError?: Cause };

/** No answer came, or its connection broke, as `fetch` and tus-js-client say it. */
function isUnreachable(error: unknown): boolean {
  const { message, causingError } = (error ?? {}) as Failure;
  if (/^(?:fetch failed|terminated)$/.test(String(message))) return true;
  return /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(causingError?.code ?? '');
}

/** An ApiError, without loading the client to know. */
function isRefusal(error: unknown): error is Refusal {
  return (error as { readonly name?: unknown } | null)?.name === 'ApiError';
}

function explainRefusal({ message, errors, requestId, truncated }: Refusal, file: string): string {
  const lines = errors.map((told) => `  ${describe(told, file)}`);
  const hints = [...new Set(errors.flatMap(({ code }) => HINTS[code] ?? []))];
  const [only] = errors;
  // One entry that says the same as the message says it once.
  const words = only && errors.length === 1 && only.message === message ? [describe(only, file)] : [message, ...lines];
  return [...words, ...(truncated ? ['  … and more'] : []), ...hints, ...(requestId ? [`(request ${requestId})`] : [])].join('\n');
}

function describe({ field, line, code, message }: ErrorEntry, file: string): string {
  const place = line === undefined || line === null ? field : `${field === 'content' ? file : field}:${line}`;
  return `${place ? `${place}: ` : ''}${message} [${code}]`;
}
