import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Stock } from '../../api/api.ts';
import { changesOfVideos, stocksQuery } from '../../api/videos.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { StockDialog, type Dialogue } from './dialogs.tsx';
import { QuotaGauge } from './quota.tsx';
import { STATUSES, StockRow } from './stock-row.tsx';
import { Transfers } from './transfers.tsx';
import './videos.css';

const ORDER: readonly Stock['status'][] = ['processing', 'ready', 'failed', 'matched', 'canceled'];

/** Uploads and the video stocks of a podcast. */
export function Videos({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const status = ORDER.find((one) => one === search.get('status'));
  const list = useInfiniteQuery(stocksQuery(podcast, status));
  const stocks = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const [dialogue, setDialogue] = useState<Dialogue>();
  useReadFiles(podcast, status);
  return (
    <Page title="Videos" eyebrow={<PodcastTitle podcast={podcast} />}>
      <div className="stack">
        <QuotaGauge />
        <Transfers podcast={podcast} />
        <StatusFilter status={status} onChoose={(chosen) => setSearch(chosen === '' ? {} : { status: chosen }, { replace: true })} />
        {list.isPending && <Loading label="Loading the videos" />}
        {list.error && <Problem error={list.error} retry={list.refetch} />}
        {list.data && stocks.length === 0 && (
          <Empty title={status === undefined ? 'No video is registered for this podcast.' : 'No video is in this state.'}>
            <p>Upload a video ahead of its episode: it is matched when the episode appears.</p>
          </Empty>
        )}
        {stocks.length > 0 && (
          <ul className="stocks">
            {stocks.map((stock) => (
              <StockRow key={stock.id} stock={stock} onAsk={(kind) => setDialogue({ kind, stock })} />
            ))}
          </ul>
        )}
        <More list={list} shown={stocks.length} one="video" />
      </div>
      {dialogue && <StockDialog dialogue={dialogue} onClose={() => setDialogue(undefined)} />}
    </Page>
  );
}

type StatusFilterProps = { readonly status: Stock['status'] | undefined; readonly onChoose: (status: string) => void };

function StatusFilter({ status, onChoose }: StatusFilterProps) {
  return (
    <div className="row">
      <label htmlFor="status">State</label>
      <select id="status" value={status ?? ''} onChange={({ target }) => onChoose(target.value)}>
        <option value="">All</option>
        {ORDER.map((one) => (
          <option key={one} value={one}>
            {STATUSES[one].label}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Loads the list and the quota again whenever the worker has read a file, or has got another one to read. A list of one state does not
 * show that: the list of those in `processing` does.
 */
function useReadFiles(podcast: string, status: Stock['status'] | undefined): void {
  const client = useQueryClient();
  const { data } = useInfiniteQuery(stocksQuery(podcast, status === undefined ? undefined : 'processing'));
  const processing = data?.pages.flatMap((page) => page.data.filter((stock) => stock.status === 'processing').map(({ id }) => id)).join();
  const before = useRef(processing);
  useEffect(() => {
    const hasChanged = before.current !== undefined && processing !== undefined && processing !== before.current;
    before.current = processing;
    if (hasChanged) for (const queryKey of changesOfVideos(podcast)) void client.invalidateQueries({ queryKey });
  }, [client, podcast, processing]);
}
