import { useState, type ComponentProps } from 'react';
import { Link } from 'wouter';
import { Button } from '../../parts/controls.tsx';
import { Table } from '../../parts/table.tsx';
import type { DayTotal, EpisodeTotal } from './figures.ts';
import { asCount, t } from '../../texts/language.ts';

const ROWS = 31;

/** A day in a table. @param props.isOpen whether it is not over */
export function Day({ day, isOpen }: { readonly day: string; readonly isOpen: boolean }) {
  return (
    <>
      <time>{day}</time> {isOpen && <span className="tag tag-warn">{t('not over')}</span>}
    </>
  );
}

/** The chart in numbers, latest day first. */
export function DayTable({ days, timezone }: { readonly days: readonly DayTotal[]; readonly timezone: string }) {
  const rows = days.toReversed().map(({ date, isFinal, downloads, listeners }) => {
    return { key: date, cells: [<Day day={date} isOpen={!isFinal} />, asCount(downloads), asCount(listeners)] };
  });
  const hint = t('Days of {0}. A listener of two episodes counts for both.', timezone);
  return <Longer title={t('By day')} of={t('Day')} rows={rows} hint={hint} />;
}

export function EpisodeTable({ episodes }: { readonly episodes: readonly EpisodeTotal[] }) {
  const rows = episodes.map(({ episodeId, title, downloads, listeners }) => {
    const name = (
      <Link href={`/episodes/${episodeId}`}>
        <bdi>{title}</bdi>
      </Link>
    );
    return { key: episodeId, cells: [name, asCount(downloads), asCount(listeners)] };
  });
  return <Longer title={t('By episode')} of={t('Episode')} rows={rows} hint={t('A listener of two days counts for both.')} />;
}

type LongerProps = Pick<ComponentProps<typeof Table>, 'rows'> & { readonly title: string; readonly of: string; readonly hint: string };

/** Downloads and listeners of each row: the first ones, and more of them when asked. */
function Longer({ title, of, rows, hint }: LongerProps) {
  const [count, setCount] = useState(ROWS);
  return (
    <section>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      <Table label={title} columns={[of, { number: t('Downloads') }, { number: t('Listeners') }]} hasHeads rows={rows.slice(0, count)} />
      {rows.length > count && <Button onClick={() => setCount(count + 4 * ROWS)}>{t('Show more')}</Button>}
    </section>
  );
}
