import { ApiError } from '@app/client';

/** Entries of one answer that are shown before the rest is only counted. */
const MAX_SHOWN = 20;

/** Why something failed, in the API's own words and with its codes. */
export function Problem({ error, retry }: { readonly error: Error; readonly retry?: (() => unknown) | undefined }) {
  return (
    <div role="alert" className="notice notice-bad">
      <p className="notice-title">{messageOf(error)}</p>
      {error instanceof ApiError && <Details error={error} />}
      {retry && (
        <button type="button" className="button" onClick={() => void retry()}>
          Try again
        </button>
      )}
    </div>
  );
}

function Details({ error }: { readonly error: ApiError }) {
  const shown = error.errors.slice(0, MAX_SHOWN);
  const more = error.errors.length - shown.length;
  return (
    <>
      <ul className="problem-details">
        {shown.map((detail, index) => (
          <li key={index}>
            <code>{detail.code}</code>
            {detail.field !== null && <code className="muted">{detail.field}</code>}
            {detail.message !== error.message && <span>{detail.message}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {more} more</p>}
      {error.requestId !== null && (
        <p className="hint">
          Status {error.status}, request <code>{error.requestId}</code>
        </p>
      )}
    </>
  );
}

/** One sentence about a failure. */
export function messageOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return 'The service cannot be reached. Check your connection.';
  return error.message;
}
