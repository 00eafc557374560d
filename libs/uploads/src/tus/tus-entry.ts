import { type ErrorCode, type ErrorDetail, httpErrors } from '@app/http/errors';
import { uploadErrors } from '../uploads.errors.js';

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
