import { type ErrorCode, type ErrorDetail, httpErrors } from '@app/http/errors';
import { ERRORS } from '@tus/utils';
import { uploadErrors } from '../uploads.errors.js';

export const TUS_WORDS = {
  offset: uploadErrors.offset_conflict.definition.message as string,
  type: 'Bytes are sent as Content-Type: application/offset+octet-stream.',
  length: 'Upload-Length must say how many bytes the file has, or Upload-Defer-Length: 1 that it is not known yet.',
  tooLarge: 'A file has at most 50 GiB.',
  tooLong: 'These are more bytes than Upload-Length announced.',
  parallel: 'Parts of a file cannot be put together: leave Upload-Concat out, and send one part after the other.',
} as const;

const CANNOT = 'The request cannot be served.';

const BY_ERROR: readonly (readonly [{ readonly body: string }, string])[] = [
  ...Object.values(ERRORS).map((error) => [error, CANNOT] as const), // those that do not follow here do not occur
  [ERRORS.MISSING_OFFSET, 'Upload-Offset must say at which byte the body begins.'],
  [ERRORS.INVALID_CONTENT_TYPE, TUS_WORDS.type],
  [ERRORS.INVALID_OFFSET, TUS_WORDS.offset],
  [ERRORS.INVALID_LENGTH, TUS_WORDS.length],
  [ERRORS.INVALID_METADATA, 'Upload-Metadata must be names, each with a value in base64, separated by commas.'],
  [ERRORS.ERR_SIZE_EXCEEDED, TUS_WORDS.tooLong],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED, TUS_WORDS.tooLarge],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, TUS_WORDS.parallel],
];
const WORDS = new Map(BY_ERROR.map(([{ body }, words]) => [body.trim(), words]));

/** No message is in the words of @tus/server (contract 2.7). `Invalid` and names are what it says of headers. */
export function inOurWords(text: string): string {
  const said = text.trim();
  if (said === 'Invalid content-type') return TUS_WORDS.type;
  const headers = /^Invalid ([a-z -]+)$/.exec(said)?.[1];
  if (headers) return `Not as tus 1.0 has them: ${headers.split(' ').join(', ')}.`;
  return WORDS.get(said) ?? (said || CANNOT);
}

type Failed = { readonly method: string; readonly status: number; readonly message: string };

const CODES: Readonly<Record<number, ErrorCode>> = {
  404: httpErrors.not_found.code,
  410: uploadErrors.upload_expired.code,
  412: uploadErrors.unsupported_tus_version.code,
  413: httpErrors.too_large.code,
  423: uploadErrors.upload_locked.code,
  503: httpErrors.unavailable.code,
};

/** The entry of `errors` for a failure that @tus/server knows by its status alone. A 500 has none. */
export function tusEntry({ method, status, message }: Failed): ErrorDetail | undefined {
  if (status === 500) return undefined;
  if (status === 409) return (method === 'DELETE' ? uploadErrors.upload_in_use : uploadErrors.offset_conflict).detail(message);
  return { field: null, code: CODES[status] ?? uploadErrors.invalid_tus_request.code, message };
}
