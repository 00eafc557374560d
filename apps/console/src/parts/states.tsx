import type { ReactNode } from 'react';
import { useOnline } from './online.ts';
import { Problem } from './problem.tsx';
import { t } from '../texts/language.ts';

/** Something is under way. Shown after a moment only (style), so that quick answers do not flicker. Without a connection it waits for one. */
export function Loading() {
  const isOnline = useOnline();
  if (!isOnline) {
    return (
      <Empty title={t('This is not loaded yet.')}>
        <p role="status">{t('It is loaded as soon as you are online again.')}</p>
      </Empty>
    );
  }
  return (
    <div role="status" className="loading">
      <span className="visually-hidden">{t('Loading…')}</span>
      <span className="loading-row" />
      <span className="loading-row" />
      <span className="loading-row" />
    </div>
  );
}

type LoadedProps<Data> = {
  /** A TanStack query. */
  readonly query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  readonly children: (data: Data) => ReactNode;
};

/** The data of a query once it is there, and why it cannot be loaded. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  return (
    <>
      {error && <Problem error={error} retry={refetch} />}
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}

/** There is nothing, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  );
}
