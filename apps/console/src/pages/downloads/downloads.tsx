import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '../../api/api.ts';
import { counted } from '../../parts/format.ts';
import { whenOnline } from '../../parts/online.ts';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Empty, Loading } from '../../parts/states.tsx';
import './downloads.css';
import {
  readFigures,
  seriesOf,
  totalsByDay,
  totalsByEpisode,
  type DayTotal,
  type EpisodeTotal,
  type Figure,
  type Measure,
} from './figures.ts';
import { daysOf, lastDays, PRESETS, rangeOf, todayIn, type Range } from './range.ts';
import { DayTable, EpisodeTable } from './tables.tsx';

const Chart = lazy(async () => ({ default: (await whenOnline(() => import('./chart.tsx'))).Chart }));

/** Episodes with a line of their own, beside the line of all. */
const MAX_LINES = 4;

const exportQuery = (podcast: string, range: Range) =>
  queryOptions({
    queryKey: ['podcasts', podcast, 'analytics', range],
    queryFn: async ({ signal }) => {
      const params = { path: { podcast }, query: range };
      return (await api.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params, signal, parseAs: 'text' })).data;
    },
  });

/** Downloads of a podcast by day and by episode. */
export function Downloads({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const range = rangeOf(search);
  const { data: csv, error, refetch, isFetching } = useQuery(exportQuery(podcast, range));
  const figures = useMemo(() => (csv === undefined ? undefined : readFigures(csv)), [csv]);
  const setRange = (chosen: Range) => setSearch({ ...chosen });
  return (
    <Page
      title="Downloads"
      eyebrow={<PodcastTitle podcast={podcast} />}
      actions={
        <button
          type="button"
          className="button"
          disabled={csv === undefined}
          onClick={() => saveFile(`downloads-${range.from}-${range.to}.csv`, 'text/csv', csv ?? '')}
        >
          Save as CSV
        </button>
      }
    >
      <div className="stack">
        <RangeChoice key={JSON.stringify(range)} range={range} onChoose={setRange} />
        {error && <Problem error={error} retry={refetch} />}
        {!figures && !error && <Loading label="Loading the downloads" rows={8} />}
        {figures && <Figures figures={figures} range={range} isFetching={isFetching} />}
      </div>
    </Page>
  );
}

function RangeChoice({ range, onChoose }: { readonly range: Range; readonly onChoose: (range: Range) => void }) {
  const [draft, setDraft] = useState(range);
  const zones = useId();
  return (
    <form
      className="range row"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(draft);
      }}
    >
      <label>
        From <input type="date" required value={draft.from} onChange={({ target }) => setDraft({ ...draft, from: target.value })} />
      </label>
      <label>
        To <input type="date" required value={draft.to} onChange={({ target }) => setDraft({ ...draft, to: target.value })} />
      </label>
      <label>
        Time zone{' '}
        <input list={zones} required value={draft.timezone} onChange={({ target }) => setDraft({ ...draft, timezone: target.value })} />
      </label>
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <button className="button">Show</button>
      <Presets onChoose={(days) => onChoose(lastDays(days, range.timezone))} />
    </form>
  );
}

function Presets({ onChoose }: { readonly onChoose: (days: number) => void }) {
  return (
    <span className="row" role="group" aria-label="Last days">
      {PRESETS.map((days) => (
        <button
          key={days}
          type="button"
          className="button button-quiet"
          aria-label={`The last ${days} days`}
          onClick={() => onChoose(days)}
        >
          {days} days
        </button>
      ))}
    </span>
  );
}

type FiguresProps = { readonly figures: readonly Figure[]; readonly range: Range; readonly isFetching: boolean };

function Figures({ figures, range: { from, to, timezone }, isFetching }: FiguresProps) {
  const days = useMemo(() => daysOf({ from, to, timezone }), [from, to, timezone]);
  const byDay = useMemo(() => totalsByDay(figures, days, todayIn(timezone)), [figures, days, timezone]);
  const byEpisode = useMemo(() => totalsByEpisode(figures), [figures]);
  if (figures.length === 0) {
    return (
      <Empty title="Nothing was downloaded in these days.">
        <p>Downloads are counted where the feed’s enclosures lead through this service.</p>
      </Empty>
    );
  }
  const total = byEpisode.reduce((sum, { downloads }) => sum + downloads, 0);
  return (
    <>
      <p role="status" className="total">
        <strong>{counted(total, 'download')}</strong> of {counted(byEpisode.length, 'episode')} in {counted(days.length, 'day')} ({timezone}
        ){isFetching && ', loading again…'}
      </p>
      <Lines figures={figures} days={days} byDay={byDay} byEpisode={byEpisode} />
      <div className="tables">
        <DayTable days={byDay} timezone={timezone} />
        <EpisodeTable episodes={byEpisode} />
      </div>
    </>
  );
}

type LinesProps = {
  readonly figures: readonly Figure[];
  readonly days: readonly string[];
  readonly byDay: readonly DayTotal[];
  readonly byEpisode: readonly EpisodeTotal[];
};

/** A line of all episodes, and one each of those that were downloaded most. */
function Lines({ figures, days, byDay, byEpisode }: LinesProps) {
  const [measure, setMeasure] = useState<Measure>('downloads');
  const lines = useMemo(() => {
    const chosen = byEpisode.slice(0, MAX_LINES);
    const ids = chosen.map(({ episodeId }) => episodeId);
    const all = { label: 'All episodes', values: byDay.map((day) => day[measure]) };
    return [all, ...seriesOf(figures, ids, days, measure).map((values, index) => ({ label: chosen[index]?.title ?? '', values }))];
  }, [byDay, byEpisode, figures, days, measure]);
  return (
    <section className="sheet" aria-label="Chart">
      <label className="row">
        Count
        <select value={measure} onChange={({ target }) => setMeasure(target.value === 'listeners' ? 'listeners' : 'downloads')}>
          <option value="downloads">downloads</option>
          <option value="listeners">listeners, once a day and episode</option>
        </select>
      </label>
      <Suspense fallback={<Loading label="Loading the chart" />}>
        <Chart days={days} lines={lines} />
      </Suspense>
      {byEpisode.length > MAX_LINES && <p className="hint">The {MAX_LINES} most downloaded episodes have a line of their own.</p>}
    </section>
  );
}
