import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Missing } from '../../api/api.ts';
import { episodesQuery, missingOf, PARTS } from '../../api/episodes.ts';
import { counted } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { EpisodeRow } from './episode-row.tsx';
import { matching } from './search.ts';

/** Pages that a search looks through before it asks whether to go on: each is a request, and requests are limited. */
const PAGES_A_SEARCH = 8;

/** The episodes of a podcast, with what each release still lacks. */
export function Desk({ podcast }: { readonly podcast: string }) {
  const [search] = useSearchParams();
  const missing = missingOf(search);
  const words = search.get('q') ?? '';
  const list = useInfiniteQuery(episodesQuery(podcast, missing));
  const episodes = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const shown = matching(episodes, words);
  return (
    <Page title="Episodes" eyebrow={<PodcastTitle podcast={podcast} />}>
      <Filters missing={missing} words={words} />
      {list.isPending && <Loading label="Loading the episodes" rows={8} />}
      {list.error && <Problem error={list.error} retry={list.refetch} />}
      {list.data && episodes.length === 0 && <NoEpisodes isFiltered={missing.length > 0} />}
      {shown.length > 0 && (
        <ul className="episodes">
          {shown.map((episode) => (
            <EpisodeRow key={episode.id} episode={episode} />
          ))}
        </ul>
      )}
      {words.trim() === '' ? (
        <More list={list} shown={episodes.length} one="episode" />
      ) : (
        <SearchEnd key={words} list={list} found={shown.length} searched={episodes.length} />
      )}
    </Page>
  );
}

/** Filters and search, which are part of the address. */
function Filters({ missing, words }: { readonly missing: readonly Missing[]; readonly words: string }) {
  const [, setSearch] = useSearchParams();
  const set = (name: 'missing' | 'q', value: string) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: name === 'q' },
    );
  const toggle = (part: Missing) => set('missing', PARTS.filter((one) => missing.includes(one) !== (one === part)).join(','));
  return (
    <div className="filters row">
      <label htmlFor="search" className="visually-hidden">
        Search in titles
      </label>
      <input
        id="search"
        type="search"
        placeholder="Search in titles"
        dir="auto"
        value={words}
        onChange={({ target }) => set('q', target.value)}
      />
      <fieldset className="row">
        <legend className="visually-hidden">Only episodes without</legend>
        <span className="hint" aria-hidden="true">
          Lacking
        </span>
        {PARTS.map((part) => (
          <label key={part} className="filter">
            <input type="checkbox" checked={missing.includes(part)} onChange={() => toggle(part)} /> {part}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function NoEpisodes({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No episode lacks these." />;
  return (
    <Empty title="This podcast has no episodes yet.">
      <p>They appear when its feed is fetched.</p>
    </Empty>
  );
}

type SearchEndProps = {
  readonly list: {
    readonly data: { readonly pages: readonly unknown[] } | undefined;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly error: Error | null;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly found: number;
  readonly searched: number;
};

/** How far a search has come. The API has no search: the page loads further pages and looks through them. */
function SearchEnd({ list, found, searched }: SearchEndProps) {
  const pages = list.data?.pages.length ?? 0;
  const [limit, setLimit] = useState(PAGES_A_SEARCH);
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = list;
  const goesOn = hasNextPage && pages < limit && !error;
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage();
  }, [goesOn, isFetchingNextPage, fetchNextPage]);
  return (
    <div className="more row">
      <span role="status" className="hint">
        {counted(found, 'title')} found among {counted(searched, 'episode')}
        {goesOn && ', still searching…'}
      </span>
      {hasNextPage && !goesOn && (
        <button type="button" className="button" onClick={() => setLimit(pages + PAGES_A_SEARCH)}>
          Search further
        </button>
      )}
    </div>
  );
}
