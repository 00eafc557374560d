import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Problem } from './problem.tsx';
import { Loading } from './states.tsx';
import { t } from '../texts/language.ts';

type Pages<Item> = InfiniteData<{ readonly data: readonly Item[] }>;

type Listing<Item> = Pick<
  UseInfiniteQueryResult<Pages<Item>>,
  'data' | 'error' | 'isPending' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

export const itemsOf = <Item,>(data: Pages<Item> | undefined): readonly Item[] => data?.pages.flatMap((page) => page.data) ?? [];

type ListProps<Item> = {
  readonly list: Listing<Item>;
  readonly empty: ReactNode;
  readonly counted: (count: number) => string;
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** A list in each of its states: it loads, it cannot be loaded, it is empty, or there is more of it. */
export function List<Item>({ list, empty, counted, children }: ListProps<Item>) {
  const items = itemsOf(list.data);
  return (
    <>
      {list.isPending && <Loading />}
      {list.error && !list.isFetchNextPageError && <Problem error={list.error} retry={list.refetch} />}
      {list.data && items.length === 0 && empty}
      {items.length > 0 && children(items)}
      <More list={list} shown={items.length} counted={counted} />
    </>
  );
}

type MoreProps = Pick<ListProps<unknown>, 'counted'> & { readonly list: Omit<Listing<unknown>, 'data'>; readonly shown: number };

/** The end of a list: how much of it is shown, and a button for the next page, or for the page that failed. */
export function More({ list, shown, counted }: MoreProps) {
  if (shown === 0 && !list.hasNextPage) return null;
  if (list.error && list.isFetchNextPageError) return <Problem error={list.error} retry={list.fetchNextPage} />;
  return (
    <div className="more row">
      <span className="hint" role="status">
        {list.hasNextPage ? t('{0} so far', counted(shown)) : counted(shown)}
      </span>
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage({ cancelRefetch: false })}>
          {list.isFetchingNextPage ? t('Loading…') : t('Show more')}
        </Button>
      )}
    </div>
  );
}
