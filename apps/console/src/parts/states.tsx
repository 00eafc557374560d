import { ApiError } from '@app/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Component, type ReactElement, type ReactNode } from 'react';
import { Button } from './controls.tsx';
import { useOnline } from './online.ts';
import { rich, t } from '../texts/language.ts';

/**
 * Something is under way. Shown after a moment only (style), so that quick answers do not flicker. Without a connection
 * it waits for one.
 */
export function Loading() {
  const isOnline = useOnline();
  return (
    <div role="status" className={isOnline ? 'loading' : 'empty'}>
      <span className={isOnline ? 'visually-hidden' : 'strong'}>
        {isOnline ? t('Loading…') : t('It is loaded as soon as you are online again.')}
      </span>
    </div>
  );
}

type LoadedProps<Data> = {
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

/** Says that there is nothing yet, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  );
}

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
      <ul className="hint">
        {shown.map((detail, index) => (
          <li key={index} className="row">
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

/** The codes of a failure, each once: a client can be told what to do about them (docs/errors.md). */
export function codesOf(error: Error): readonly string[] {
  return error instanceof ApiError ? [...new Set(error.errors.map(({ code }) => code))] : [];
}

export function Codes({ of }: { readonly of: Error }) {
  return codesOf(of).map((code) => <code key={code}>{code} </code>);
}

/** One sentence about a failure. */
export function messageOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return t('The service cannot be reached. Check your connection.');
  return error.message;
}

type Pages<Item> = InfiniteData<{ readonly data: readonly Item[] }>;

export const itemsOf = <Item,>(data: Pages<Item> | undefined): readonly Item[] => data?.pages.flatMap((page) => page.data) ?? [];

type ListProps<Item> = {
  readonly list: UseInfiniteQueryResult<Pages<Item>>;
  readonly empty: ReactNode;
  readonly counted: (count: number) => string;
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** A list in each of its states: it loads, it cannot be loaded, it is empty, or a button loads more of it. */
export function List<Item>({ list, empty, counted, children }: ListProps<Item>) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const items = itemsOf(data);
  return (
    <>
      {isPending && <Loading />}
      {error && !isFetchNextPageError && <Problem error={error} retry={refetch} />}
      {data && items.length === 0 && empty}
      {items.length > 0 && children(items)}
      {error && isFetchNextPageError && <Problem error={error} retry={fetchNextPage} />}
      {items.length > 0 && !isFetchNextPageError && (
        <div className="more row">
          <span className="hint" role="status">
            {hasNextPage ? t('{0} so far', counted(items.length)) : counted(items.length)}
          </span>
          {hasNextPage && (
            <Button onClick={() => void fetchNextPage({ cancelRefetch: false })}>
              {isFetchingNextPage ? t('Loading…') : t('Show more')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type Props = { readonly children: ReactNode };
type State = { readonly error: Error | undefined };

/** Shows the failure of a page in its place: a chunk that cannot be loaded, or a bug. The navigation stays. */
export class CatchFailure extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Problem error={error} retry={() => location.reload()} /> : this.props.children;
  }
}
