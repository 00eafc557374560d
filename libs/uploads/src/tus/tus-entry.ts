import type { ErrorDetail } from '@app/http';

type Failed = { readonly method: string; readonly status: number; readonly message: string };

const CODES: Readonly<Record<number, string>> = {
  404: 'not_found',
  410: 'upload_expired',
  412: 'unsupported_tus_version',
  413: 'too_large',
  423: 'upload_locked',
  503: 'unavailable',
};

/** The entry of `errors` for a failure that @tus/server knows by its status alone. A 500 has none. */
export function tusEntry({ method, status, message }: Failed): ErrorDetail | undefined {
  if (status === 500) return undefined;
  if (status === 409) return { field: null, code: method === 'DELETE' ? 'upload_in_use' : 'offset_conflict', message };
  return { field: null, code: CODES[status] ?? 'invalid_tus_request', message };
}
