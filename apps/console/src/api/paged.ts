import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

type Page = { readonly meta: { readonly next_cursor: string | null } };

/** A list of the API, which comes in pages. */
export const paged = <Read extends Page>(
  queryKey: QueryKey,
  read: (after: string | undefined, signal: AbortSignal) => Promise<{ readonly data: Read }>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => (await read(pageParam, signal)).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
