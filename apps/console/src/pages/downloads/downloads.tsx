import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Page } from '../../parts/page.tsx';
import { saveFile } from '../../parts/browser.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { readFigures, sumOf, totalsByDay, totalsByEpisode } from './figures.ts';
import { exportQuery, Lines } from './lines.tsx';
import { daysOf, lastDays, PRESETS, rangeOf, dayIn, type Range } from './range.ts';
import { DayTable, EpisodeTable } from './tables.tsx';
import { Button, Field, Form } from '../../parts/controls.tsx';
import { rich, t } from '../../texts/language.ts';

export function Downloads({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const range = useMemo(() => rangeOf(search), [search]);
  const exported = useQuery(exportQuery(podcast, range));
  const { data: csv, isFetching } = exported;
  return (
    <Page
      title={t('Downloads')}
      podcast={podcast}
      actions={
        <Button disabled={csv === undefined} onClick={() => saveFile(`downloads-${range.from}-${range.to}.csv`, 'text/csv', csv ?? '')}>
          {t('Save as CSV')}
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
      {field('from', t('From'), { type: 'date' })}
      {field('to', t('To'), { type: 'date' })}
      {field('timezone', t('Time zone'), { list: zones })}
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Button type="submit">{t('Show')}</Button>
      <span className="row">
        {PRESETS.map((days) => (
          <Button key={days} kind="quiet" onClick={() => onChoose(lastDays(days, range.timezone))}>
            {t('The last {0} days', days)}
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
  const byDay = useMemo(() => totalsByDay(figures, days, dayIn(timezone)), [figures, days, timezone]);
  const byEpisode = useMemo(() => totalsByEpisode(figures), [figures]);
  if (figures.length === 0)
    return (
      <Empty title={t('Nothing was downloaded in these days.')}>
        {t('Downloads are counted where the feed’s enclosures lead through this service.')}
      </Empty>
    );
  return (
    <>
      <p role="status">
        {rich(
          '{0} of {1|episode|episodes} in {2|day|days} ({3})',
          <strong>{t('{0|download|downloads}', sumOf(figures, 'downloads'))}</strong>,
          byEpisode.length,
          days.length,
          timezone,
        )}
        {isFetching && ` ${t('Loading…')}`}
      </p>
      <Lines podcast={podcast} range={range} figures={figures} byDay={byDay} byEpisode={byEpisode} />
      <div className="cards">
        <DayTable days={byDay} timezone={timezone} />
        <EpisodeTable episodes={byEpisode} />
      </div>
    </>
  );
}
