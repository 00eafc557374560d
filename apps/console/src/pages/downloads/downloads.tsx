import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import './downloads.css';
import { exportQuery } from './export-query.ts';
import { readFigures, totalsByDay, totalsByEpisode } from './figures.ts';
import { Lines } from './lines.tsx';
import { daysOf, lastDays, PRESETS, rangeOf, todayIn, type Range } from './range.ts';
import { DayTable, EpisodeTable } from './tables.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/downloads.ts';
import { t as frame } from '../../texts/frame.ts';
import { Rich } from '../../parts/rich.tsx';
import { Form, Field } from '../../parts/form.tsx';

/** Downloads of a podcast by day and by episode. */
export function Downloads({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const range = useMemo(() => rangeOf(search), [search]);
  const exported = useQuery(exportQuery(podcast, range));
  const { data: csv, isFetching } = exported;
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
        <RangeChoice key={JSON.stringify(range)} range={range} onChoose={(chosen) => setSearch({ ...chosen })} />
        <Loaded query={exported}>{(text) => <Figures podcast={podcast} csv={text} range={range} isFetching={isFetching} />}</Loaded>
      </div>
    </Page>
  );
}

function RangeChoice({ range, onChoose }: { readonly range: Range; readonly onChoose: (range: Range) => void }) {
  const [draft, setDraft] = useState(range);
  const zones = useId();
  const field = (name: keyof Range, label: string, props: { type?: string; list?: string }) => (
    <Field {...props} label={label} required value={draft[name]} onChange={(value) => setDraft({ ...draft, [name]: value })} />
  );
  return (
    <Form className="row" onSubmit={() => onChoose(draft)}>
      {field('from', frame.from, { type: 'date' })}
      {field('to', frame.to, { type: 'date' })}
      {field('timezone', t.zone, { list: zones })}
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Button type="submit">{t.show}</Button>
      <span className="row" role="group" aria-label={t.lastDays}>
        {PRESETS.map((days) => (
          <Button key={days} kind="quiet" aria-label={t.lastDaysOf(days)} onClick={() => onChoose(lastDays(days, range.timezone))}>
            {t.days(days)}
          </Button>
        ))}
      </span>
    </Form>
  );
}

type FiguresProps = { readonly podcast: string; readonly csv: string; readonly range: Range; readonly isFetching: boolean };

function Figures({ podcast, csv, range, isFetching }: FiguresProps) {
  const figures = useMemo(() => readFigures(csv), [csv]);
  const { from, to, timezone } = range;
  const days = useMemo(() => daysOf({ from, to, timezone }), [from, to, timezone]);
  const byDay = useMemo(() => totalsByDay(figures, days, todayIn(timezone)), [figures, days, timezone]);
  const byEpisode = useMemo(() => totalsByEpisode(figures), [figures]);
  if (figures.length === 0) return <Empty title={t.none}>{t.noneHint}</Empty>;
  const total = byEpisode.reduce((sum, { downloads }) => sum + downloads, 0);
  return (
    <>
      <p role="status">
        <Rich of={t.total(<strong>{frame.downloadCount(total)}</strong>, byEpisode.length, days.length, timezone)} />
        {isFetching && ` ${frame.loading}`}
      </p>
      <Lines podcast={podcast} range={range} figures={figures} byDay={byDay} byEpisode={byEpisode} />
      <div className="cards tables">
        <DayTable days={byDay} timezone={timezone} />
        <EpisodeTable episodes={byEpisode} />
      </div>
    </>
  );
}
