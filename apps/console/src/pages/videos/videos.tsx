import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Stock } from '../../api/api.ts';
import { episodesQuery } from '../../api/episodes.ts';
import { titleOf } from '../../parts/title-of.ts';
import { changesOfVideos, readStock, stocksQuery } from '../../api/videos.ts';
import { ListProblem, More } from '../../parts/more.tsx';
import { useOnline } from '../../parts/online.ts';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { StockDialog, type Dialogue } from './dialogs.tsx';
import { QuotaGauge } from './quota.tsx';
import { StockRow } from './stock-row.tsx';
import { Transfers } from './transfers.tsx';
import './videos.css';
import { t } from '../../texts/videos.ts';
import { t as frame } from '../../texts/frame.ts';

const ORDER: readonly Stock['status'][] = ['processing', 'ready', 'failed', 'matched', 'canceled'];

/** Uploads and the video stocks of a podcast. */
export function Videos({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const status = ORDER.find((one) => one === search.get('status'));
  const list = useInfiniteQuery(stocksQuery(podcast, status));
  const stocks = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const [dialogue, setDialogue] = useState<Dialogue>();
  const titles = useTitles(podcast, stocks);
  useReadFiles(podcast, status);
  return (
    <Page title={frame.nav.videos} eyebrow={<PodcastTitle podcast={podcast} />}>
      <div className="stack">
        <QuotaGauge />
        <Transfers podcast={podcast} />
        <StatusFilter status={status} onChoose={(chosen) => setSearch(chosen === '' ? {} : { status: chosen }, { replace: true })} />
        {list.isPending && <Loading label={t.loading} />}
        <ListProblem list={list} />
        {list.data && stocks.length === 0 && (
          <Empty title={status === undefined ? t.none : t.noneInState}>
            <p>{t.noneHint}</p>
          </Empty>
        )}
        {stocks.length > 0 && (
          <ul className="stocks">
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
        <More list={list} shown={stocks.length} counted={frame.videoCount} />
      </div>
      {dialogue && <StockDialog dialogue={dialogue} onClose={() => setDialogue(undefined)} />}
    </Page>
  );
}

type StatusFilterProps = { readonly status: Stock['status'] | undefined; readonly onChoose: (status: string) => void };

function StatusFilter({ status, onChoose }: StatusFilterProps) {
  return (
    <div className="row">
      <label htmlFor="status">{t.state}</label>
      <select id="status" value={status ?? ''} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{t.allStates}</option>
        {ORDER.map((one) => (
          <option key={one} value={one}>
            {t.status[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Titles of the podcast's latest episodes, by their ids: one request names the episodes of most videos. */
function useTitles(podcast: string, stocks: readonly Stock[]): ReadonlyMap<string, string> {
  const enabled = stocks.some(({ status }) => status === 'matched');
  const { data } = useInfiniteQuery({ ...episodesQuery(podcast, { missing: [], words: '' }), enabled });
  return new Map(data?.pages.flatMap((page) => page.data.map((episode) => [episode.id, titleOf(episode)])));
}

/** Videos that are waited for at once: a user has 20 waits. */
const MAX_WAITS = 5;

/**
 * Loads the list and the quota again whenever the worker has read a file. A list of one state does not show which are read: the list of
 * those in `processing` does.
 */
function useReadFiles(podcast: string, status: Stock['status'] | undefined): void {
  const client = useQueryClient();
  const isOnline = useOnline();
  const { data } = useInfiniteQuery(stocksQuery(podcast, status === undefined ? undefined : 'processing'));
  const stocks = data?.pages.flatMap((page) => page.data) ?? [];
  const processing = stocks.filter((stock) => stock.status === 'processing').slice(0, MAX_WAITS);
  const ids = processing.map(({ id }) => id).join();
  useEffect(() => {
    if (!isOnline || ids === '') return;
    const stop = new AbortController();
    const reload = () => changesOfVideos(podcast).forEach((queryKey) => void client.invalidateQueries({ queryKey }));
    for (const id of ids.split(',')) readStock(id, stop.signal).then(reload, () => undefined);
    return () => stop.abort();
  }, [client, podcast, ids, isOnline]);
}
