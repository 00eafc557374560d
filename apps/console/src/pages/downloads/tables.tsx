import { useState, type ComponentProps } from 'react';
import { Link } from 'wouter';
import { Button } from '../../parts/controls.tsx';
import { Table } from '../../parts/table.tsx';
import type { DayTotal, EpisodeTotal } from './figures.ts';
import { asCount, t } from '../../texts/language.ts';

const ROWS = 31;

/** The chart in numbers, latest day first. */
export function DayTable({ days, timezone }: { readonly days: readonly DayTotal[]; readonly timezone: string }) {
  const rows = days.toReversed().map(({ date, isFinal, downloads, listeners }) => {
    const name = (
      <>
        <time>{date}</time> {!isFinal && <span className="tag tag-warn">{t('not over')}</span>}
      </>
    );
    return { key: date, cells: [name, asCount(downloads), asCount(listeners)] };
  });
  const hint = t('Days of {0}. A listener of two episodes counts for both.', timezone);
  return <Longer title={t('By day')} of={t('Day')} rows={rows} more={t('Show more of {0|day|days}', rows.length)} hint={hint} />;
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
  const more = t('Show more of {0|episode|episodes}', rows.length);
  return <Longer title={t('By episode')} of={t('Episode')} rows={rows} more={more} hint={t('A listener of two days counts for both.')} />;
}

type LongerProps = {
  readonly title: string;
  readonly of: string;
  readonly rows: ComponentProps<typeof Table>['rows'];
  readonly more: string;
  readonly hint: string;
};

/** Downloads and listeners of each row: the first ones, and more of them when asked. */
function Longer({ title, of, rows, more, hint }: LongerProps) {
  const [count, setCount] = useState(ROWS);
  return (
    <section>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      <Table label={title} columns={[of, { number: t('Downloads') }, { number: t('Listeners') }]} hasHeads rows={rows.slice(0, count)} />
      {rows.length > count && <Button onClick={() => setCount(count + 4 * ROWS)}>{more}</Button>}
    </section>
  );
}
