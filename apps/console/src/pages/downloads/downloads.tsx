import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';

import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Empty, Loading } from '../../parts/states.tsx';
import './downloads.css';
import { exportQuery } from './export-query.ts';
import { readFigures, totalsByDay, totalsByEpisode, type Figure } from './figures.ts';
import { Lines } from './lines.tsx';
import { daysOf, lastDays, PRESETS, rangeOf, todayIn, type Range } from './range.ts';
import { DayTable, EpisodeTable } from './tables.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/downloads.ts';
import { t as frame } from '../../texts/frame.ts';
import { Rich } from '../../parts/rich.tsx';

/** Downloads of a podcast by day and by episode. */
export function Downloads({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const range = useMemo(() => rangeOf(search), [search]);
  const { data: csv, error, refetch, isFetching } = useQuery(exportQuery(podcast, range));
  const figures = useMemo(() => (csv === undefined ? undefined : readFigures(csv)), [csv]);
  const setRange = (chosen: Range) => setSearch({ ...chosen });
  return (
    <Page
      title={frame.nav.downloads}
      eyebrow={<PodcastTitle podcast={podcast} />}
      actions={
        <Button disabled={csv === undefined} onClick={() => saveFile(`downloads-${range.from}-${range.to}.csv`, 'text/csv', csv ?? '')}>
          {t.saveCsv}
        </Button>
      }
    >
      <div className="stack">
        <RangeChoice key={JSON.stringify(range)} range={range} onChoose={setRange} />
        {error && <Problem error={error} retry={refetch} />}
        {!figures && !error && <Loading label={t.loading} rows={8} />}
        {figures && <Figures podcast={podcast} figures={figures} range={range} isFetching={isFetching} />}
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
        {t.from} <input type="date" required value={draft.from} onChange={({ target }) => setDraft({ ...draft, from: target.value })} />
      </label>
      <label>
        {t.to} <input type="date" required value={draft.to} onChange={({ target }) => setDraft({ ...draft, to: target.value })} />
      </label>
      <label>
        {t.zone}{' '}
        <input list={zones} required value={draft.timezone} onChange={({ target }) => setDraft({ ...draft, timezone: target.value })} />
      </label>
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Button type="submit">{t.show}</Button>
      <Presets onChoose={(days) => onChoose(lastDays(days, range.timezone))} />
    </form>
  );
}

function Presets({ onChoose }: { readonly onChoose: (days: number) => void }) {
  return (
    <span className="row" role="group" aria-label={t.lastDays}>
      {PRESETS.map((days) => (
        <Button key={days} kind="quiet" aria-label={t.lastDaysOf(days)} onClick={() => onChoose(days)}>
          {t.days(days)}
        </Button>
      ))}
    </span>
  );
}

type FiguresProps = { readonly podcast: string; readonly figures: readonly Figure[]; readonly range: Range; readonly isFetching: boolean };

function Figures({ podcast, figures, range, isFetching }: FiguresProps) {
  const { from, to, timezone } = range;
  const days = useMemo(() => daysOf({ from, to, timezone }), [from, to, timezone]);
  const byDay = useMemo(() => totalsByDay(figures, days, todayIn(timezone)), [figures, days, timezone]);
  const byEpisode = useMemo(() => totalsByEpisode(figures), [figures]);
  if (figures.length === 0) {
    return (
      <Empty title={t.none}>
        <p>{t.noneHint}</p>
      </Empty>
    );
  }
  const total = byEpisode.reduce((sum, { downloads }) => sum + downloads, 0);
  return (
    <>
      <p role="status" className="total">
        <Rich of={t.total(<strong>{frame.downloadCount(total)}</strong>, byEpisode.length, days.length, timezone)} />
        {isFetching && t.loadingAgain}
      </p>
      <Lines podcast={podcast} range={range} figures={figures} byDay={byDay} byEpisode={byEpisode} />
      <div className="tables">
        <DayTable days={byDay} timezone={timezone} />
        <EpisodeTable episodes={byEpisode} />
      </div>
    </>
  );
}
