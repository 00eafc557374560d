import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Stock } from '../../api/api.ts';
import { namedQuery, titleOf } from '../../api/episodes.ts';
import { stocksQuery } from '../../api/videos.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, itemsOf, List } from '../../parts/states.tsx';
import { DIALOGS } from './dialogs.tsx';
import { QuotaGauge } from './quota.tsx';
import { STATES, StockRow } from './stock-row.tsx';
import { Transfers } from './transfers.tsx';
import './videos.css';
import { Choice } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';

const ORDER = Object.keys(STATES) as Stock['status'][];

/** While the worker reads a file, the page looks again, unless its pages exceed the limit of a minute. */
const REFRESH_MS = 10_000;
const MAX_REFRESHED_PAGES = 2;

/** Whether a list will change by itself. One of a single state does not show what is being read. */
const isAwaiting = (status: Stock['status'] | undefined, stocks: readonly Stock[]): boolean =>
  status !== undefined || stocks.some((stock) => stock.status === 'processing');

type Asked = { readonly kind: keyof typeof DIALOGS; readonly stock: Stock };

export function Videos({ podcast }: { readonly podcast: string }) {
  const [search] = useSearchParams();
  const status = ORDER.find((one) => one === search.get('status'));
  const list = useInfiniteQuery({
    ...stocksQuery(podcast, status),
    refetchInterval: ({ state: { data } }) =>
      isAwaiting(status, itemsOf(data)) && (data?.pages.length ?? 0) <= MAX_REFRESHED_PAGES ? REFRESH_MS : false,
  });
  const [asked, setAsked] = useState<Asked>();
  const Asked = asked && DIALOGS[asked.kind];
  const titles = useTitles(podcast, list.data?.pages.map(({ data }) => data) ?? []);
  return (
    <Page title={t('Videos')} podcast={podcast}>
      <div className="stack">
        <QuotaGauge refetchInterval={isAwaiting(status, itemsOf(list.data)) ? REFRESH_MS : false} />
        <Transfers podcast={podcast} />
        <StatusFilter status={status} />
        <List
          list={list}
          empty={<Empty title={t('No video')}>{t('Upload a video ahead of its episode: it is matched when the episode appears.')}</Empty>}
          counted={(count) => t('{0|video|videos}', count)}
        >
          {(stocks) => (
            <ul className="list stocks">
              {stocks.map((stock) => (
                <StockRow
                  key={stock.id}
                  stock={stock}
                  episode={titles.get(stock.matched_episode_id ?? '')}
                  onAsk={(kind) => setAsked({ kind, stock })}
                />
              ))}
            </ul>
          )}
        </List>
      </div>
      {Asked && <Asked stock={asked.stock} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

function StatusFilter({ status }: { readonly status: Stock['status'] | undefined }) {
  const [, setSearch] = useSearchParams();
  const choose = (chosen: Stock['status'] | '') => setSearch(chosen === '' ? {} : { status: chosen }, { replace: true });
  const states = ORDER.map((one) => [one, STATES[one][1]] as const);
  return <Choice className="row" label={t('State')} value={status ?? ''} options={[['', t('All')], ...states]} onChange={choose} />;
}

/** Titles of the videos' episodes by their ids: one request names those of a page. */
function useTitles(podcast: string, pages: readonly (readonly Stock[])[]): ReadonlyMap<string, string> {
  const ids = pages.map((stocks) => stocks.flatMap(({ matched_episode_id: id }) => id ?? [])).filter(({ length }) => length > 0);
  const named = useQueries({ queries: ids.map((some) => namedQuery(podcast, some)) });
  return new Map(named.flatMap(({ data = [] }) => data.map((episode) => [episode.id, titleOf(episode)])));
}
