import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Episode, Missing } from '../../api/api.ts';
import { episodesQuery, filterOf, isSearchable, PARTS, type EpisodeFilter } from '../../api/episodes.ts';
import { useDebounced, useDroppedFiles } from '../../parts/browser.ts';
import { whenOnline, onDemand } from '../../parts/online.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, itemsOf, List } from '../../parts/states.tsx';
import { VirtualList } from '../../parts/virtual-rows.tsx';
import { addFiles, bulkFiles } from './bulk-files.ts';
import { EpisodeRow } from './episode-row.tsx';
import { groupOf, groupsOf, type Groups } from './groups.ts';
import { Check, FileButton, TRANSCRIPTS } from '../../parts/controls.tsx';
import { useStore } from '../../parts/store.ts';
import { asCount, t } from '../../texts/language.ts';

/** Pages loaded by themselves until the first published episode: every request counts towards the user's limit. */
const PAGES_AHEAD = 3;

const BulkDialog = onDemand(() => import('./bulk.tsx').then(({ BulkDialog }) => BulkDialog));

/** The episodes of a podcast by when they are released, with what each still lacks. */
export function Desk({ podcast }: { readonly podcast: string }) {
  const [search] = useSearchParams();
  const { missing, words } = filterOf(search);
  const list = useInfiniteQuery({
    ...episodesQuery(podcast, { missing, words: useDebounced(words) }),
    placeholderData: keepPreviousData,
  });
  const { data, dataUpdatedAt: now, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const episodes = useMemo(() => itemsOf(data), [data]);
  const groups = useMemo(() => groupsOf(episodes, now), [episodes, now]);
  const loadMore = useCallback(() => {
    // A page that is under way is not asked for again, and one that failed when somebody presses "Try again".
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const last = episodes.at(-1);
  const isAhead = last !== undefined && groupOf(last, now) !== 'published' && (data?.pages.length ?? 0) < PAGES_AHEAD;
  useEffect(() => {
    if (isAhead && !list.isPlaceholderData) loadMore();
  }, [isAhead, list.isPlaceholderData, loadMore]);
  return (
    <Page title={t('Episodes')} podcast={podcast} actions={<Bulk podcast={podcast} />}>
      <Filters missing={missing} words={words} />
      <List
        list={list}
        empty={
          missing.length > 0 || isSearchable(words) ? (
            <Empty title={t('No episode is like this.')} />
          ) : (
            <Empty title={t('This podcast has no episodes yet.')}>{t('They appear when its feed is fetched.')}</Empty>
          )
        }
        counted={(count) => t('{0|episode|episodes}', count)}
      >
        {() => <GroupList groups={groups} now={now} onEnd={loadMore} />}
      </List>
    </Page>
  );
}

const GROUPS = [
  ['next', t('Next')],
  ['unscheduled', t('Unscheduled')],
  ['published', t('Published')],
] as const;

type GroupListProps = { readonly groups: Groups<Episode>; readonly now: number; readonly onEnd: () => void };

function GroupList({ groups, now, onEnd }: GroupListProps) {
  const shown = GROUPS.filter(([name]) => groups[name].length > 0);
  return shown.map(([name, title], index) => (
    <section key={name} className="group" aria-label={title}>
      <h2>
        {title} <span className="hint number">{asCount(groups[name].length)}</span>
      </h2>
      <VirtualList
        className="list"
        items={groups[name]}
        estimate={60}
        keyOf={({ id }) => id}
        onEnd={index === shown.length - 1 ? onEnd : undefined}
      >
        {(episode, row) => <EpisodeRow key={episode.id} episode={episode} now={now} row={row} />}
      </VirtualList>
    </section>
  ));
}

/** A button for many transcripts at once, which may also be dropped anywhere on the page. */
function Bulk({ podcast }: { readonly podcast: string }) {
  const client = useQueryClient();
  const isOpen = useStore(bulkFiles).some((one) => one.podcast === podcast);
  const take = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      addFiles(podcast, files);
      void whenOnline(() => import('./bulk.tsx')).then(({ startPlan }) => startPlan(client, podcast));
    },
    [client, podcast],
  );
  useDroppedFiles(take);
  return (
    <>
      <FileButton label={t('Upload transcripts…')} accept={TRANSCRIPTS} isMany onFiles={take} />
      {isOpen && (
        <Suspense>
          <BulkDialog podcast={podcast} />
        </Suspense>
      )}
    </>
  );
}

/** Filters and search, which are part of the address. */
function Filters({ missing, words }: EpisodeFilter) {
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
      <input
        type="search"
        aria-label={t('Search in titles')}
        placeholder={t('Search in titles')}
        dir="auto"
        maxLength={200}
        value={words}
        onChange={({ target }) => set('q', target.value)}
      />
      <fieldset className="row" aria-label={t('Lacking')}>
        <span className="hint" aria-hidden="true">
          {t('Lacking')}
        </span>
        {PARTS.map((part) => (
          <Check key={part} label={t(part)} checked={missing.includes(part)} onChange={() => toggle(part)} />
        ))}
      </fieldset>
      {words.trim() !== '' && !isSearchable(words) && <span className="hint">{t('Type a letter or a digit to search.')}</span>}
    </div>
  );
}
