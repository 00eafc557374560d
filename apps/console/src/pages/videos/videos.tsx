import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Stock } from '../../api/api.ts';
import { namedQuery } from '../../api/episodes.ts';
import { titleOf } from '../../parts/title-of.ts';
import { changesOfVideos, readStock, stocksQuery } from '../../api/videos.ts';
import { useOnline } from '../../parts/online.ts';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Empty } from '../../parts/states.tsx';
import { StockDialog, type Dialogue } from './dialogs.tsx';
import { QuotaGauge } from './quota.tsx';
import { StockRow } from './stock-row.tsx';
import { Transfers } from './transfers.tsx';
import { transfers } from './uploads.ts';
import './videos.css';
import { t } from '../../texts/videos.ts';
import { t as frame } from '../../texts/frame.ts';
import { Choice } from '../../parts/form.tsx';
import { List, itemsOf } from '../../parts/list.tsx';
import { useStore } from '../../parts/use-store.ts';

const ORDER: readonly Stock['status'][] = ['processing', 'ready', 'failed', 'matched', 'canceled'];

/** Uploads and the video stocks of a podcast. */
export function Videos({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const status = ORDER.find((one) => one === search.get('status'));
  const list = useInfiniteQuery(stocksQuery(podcast, status));
  const [dialogue, setDialogue] = useState<Dialogue>();
  const titles = useTitles(podcast, list.data?.pages.map(({ data }) => data) ?? []);
  useReadFiles(podcast, status);
  return (
    <Page title={frame.nav.videos} eyebrow={<PodcastTitle podcast={podcast} />}>
      <div className="stack">
        <QuotaGauge />
        <Transfers podcast={podcast} />
        <StatusFilter status={status} onChoose={(chosen) => setSearch(chosen === '' ? {} : { status: chosen }, { replace: true })} />
        <List
          list={list}
          label={t.loading}
          empty={<Empty title={status === undefined ? t.none : t.noneInState}>{t.noneHint}</Empty>}
          counted={frame.videoCount}
        >
          {(stocks) => (
            <ul className="list stocks">
              {stocks.map((stock) => (
                <StockRow
                  key={stock.id}
                  stock={stock}
                  episode={titles.get(stock.matched_episode_id ?? '')}
                  onAsk={(kind) => setDialogue({ kind, stock })}
                />
              ))}
            </ul>
          )}
        </List>
      </div>
      {dialogue && <StockDialog dialogue={dialogue} onClose={() => setDialogue(undefined)} />}
    </Page>
  );
}

type StatusFilterProps = { readonly status: Stock['status'] | undefined; readonly onChoose: (status: Stock['status'] | '') => void };

function StatusFilter({ status, onChoose }: StatusFilterProps) {
  const states = ORDER.map((one) => [one, t.status[one]] as const);
  return <Choice className="row" label={t.state} value={status ?? ''} options={[['', t.allStates], ...states]} onChange={onChoose} />;
}

/** Titles of the videos' episodes by their ids: one request names those of a page. */
function useTitles(podcast: string, pages: readonly (readonly Stock[])[]): ReadonlyMap<string, string> {
  const ids = pages.map((stocks) => stocks.flatMap(({ matched_episode_id: id }) => id ?? [])).filter(({ length }) => length > 0);
  const named = useQueries({ queries: ids.map((some) => namedQuery(podcast, some)) });
  return new Map(named.flatMap(({ data = [] }) => data.map((episode) => [episode.id, titleOf(episode)])));
}

/** Videos that are waited for at once: a user has 20 waits. */
const MAX_WAITS = 5;

/**
 * Loads the list and the quota again whenever the worker has read a file. A list of one state does not show which are read: once one was
 * uploaded here, the list of those in `processing` does.
 */
function useReadFiles(podcast: string, status: Stock['status'] | undefined): void {
  const client = useQueryClient();
  const isOnline = useOnline();
  const isSent = useStore(transfers).some((one) => one.podcast === podcast && one.stock);
  const { data } = useInfiniteQuery(stocksQuery(podcast, status === undefined || !isSent ? status : 'processing'));
  const processing = itemsOf(data)
    .filter((stock) => stock.status === 'processing')
    .slice(0, MAX_WAITS);
  const ids = processing.map(({ id }) => id).join();
  useEffect(() => {
    if (!isOnline || ids === '') return;
    const stop = new AbortController();
    const reload = () => changesOfVideos(podcast).forEach((queryKey) => void client.invalidateQueries({ queryKey }));
    for (const id of ids.split(',')) readStock(id, stop.signal).then(reload, () => undefined);
    return () => stop.abort();
  }, [client, podcast, ids, isOnline]);
}
