import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { counted } from './format.ts';
import { Problem } from './problem.tsx';

type List = UseInfiniteQueryResult;

type Props = {
  /** A TanStack infinite query. */
  readonly list: Pick<List, 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;
  readonly shown: number;
  readonly one: string;
  readonly many?: string;
};

/** Why a list is not loaded. A page that failed behind others is told at their end ({@link More}). */
export function ListProblem({ list }: { readonly list: Pick<List, 'error' | 'isFetchNextPageError' | 'refetch'> }) {
  if (!list.error || list.isFetchNextPageError) return null;
  return <Problem error={list.error} retry={list.refetch} />;
}

/** The end of a list: how much of it is shown, and a button for the next page, or for the page that failed. */
export function More({ list, shown, one, many }: Props) {
  if (shown === 0 && !list.hasNextPage) return null;
  if (list.error && list.isFetchNextPageError) return <Problem error={list.error} retry={list.fetchNextPage} />;
  return (
    <div className="more row">
      <span className="hint" role="status">
        {counted(shown, one, many)} {list.hasNextPage ? 'so far' : ''}
      </span>
      {list.hasNextPage && (
        <button type="button" className="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </button>
      )}
    </div>
  );
}
