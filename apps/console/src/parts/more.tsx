import { counted } from './format.ts';

type Props = {
  /** A TanStack infinite query. */
  readonly list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => Promise<unknown> };
  readonly shown: number;
  readonly one: string;
  readonly many?: string;
};

/** The end of a list: how much of it is shown, and a button for the next page. */
export function More({ list, shown, one, many }: Props) {
  if (shown === 0 && !list.hasNextPage) return null;
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
