import type { UseInfiniteQueryResult } from '@tanstack/react-query';

import { Problem } from './problem.tsx';
import { Button } from './button.tsx';
import { t } from '../texts/frame.ts';

type List = UseInfiniteQueryResult;

type Props = {
  /** A TanStack infinite query. */
  readonly list: Pick<List, 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;
  readonly shown: number;
  /** The number with what it counts. */
  readonly counted: (count: number) => string;
};

/** Why a list is not loaded. A page that failed behind others is told at their end ({@link More}). */
export function ListProblem({ list }: { readonly list: Pick<List, 'error' | 'isFetchNextPageError' | 'refetch'> }) {
  if (!list.error || list.isFetchNextPageError) return null;
  return <Problem error={list.error} retry={list.refetch} />;
}

/** The end of a list: how much of it is shown, and a button for the next page, or for the page that failed. */
export function More({ list, shown, counted }: Props) {
  if (shown === 0 && !list.hasNextPage) return null;
  if (list.error && list.isFetchNextPageError) return <Problem error={list.error} retry={list.fetchNextPage} />;
  return (
    <div className="more row">
      <span className="hint" role="status">
        {list.hasNextPage ? t.soFar(counted(shown)) : counted(shown)}
      </span>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? t.loadingMore : t.showMore}
        </Button>
      )}
    </div>
  );
}
