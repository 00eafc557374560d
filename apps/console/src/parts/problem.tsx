import { ApiError } from '@app/client';
import type { ReactElement } from 'react';
import { Button } from './button.tsx';
import { rich } from './rich.tsx';
import { t } from '../texts/language.ts';

/** Entries of one answer that are shown before the rest is only counted. */
const MAX_SHOWN = 20;

/** Why something failed, in the API's own words and with its codes. */
export function Problem({ error, retry }: { readonly error: Error; readonly retry?: (() => unknown) | undefined }) {
  return (
    <div role="alert" className="notice notice-bad">
      <p className="strong" lang={langOf(error)}>
        {messageOf(error)}
      </p>
      {error instanceof ApiError && <Details error={error} />}
      {retry && <Button onClick={() => void retry()}>{t('Try again')}</Button>}
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
            {detail.message !== error.message && <span lang="en">{detail.message}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('and {0} more', more)}</p>}
      {error.requestId !== null && <p className="hint">{rich('Status {0}, request {1}', error.status, <code>{error.requestId}</code>)}</p>}
    </>
  );
}

/** Why the API refused one field of a request; undefined unless it did. */
export function faultOf(error: Error | null, field: string): ReactElement | undefined {
  const fault = error instanceof ApiError ? error.errors.find((detail) => detail.field === field) : undefined;
  return (
    fault && (
      <>
        <span lang="en">{fault.message}</span> <code>{fault.code}</code>
      </>
    )
  );
}

/** The language of {@link messageOf} where it is not that of the page: the API speaks English. */
export const langOf = (error: Error): 'en' | undefined => (error instanceof ApiError ? 'en' : undefined);

/** One sentence about a failure. */
export function messageOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return t('The service cannot be reached. Check your connection.');
  return error.message;
}
