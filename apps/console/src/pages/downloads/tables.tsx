import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import type { DayTotal, EpisodeTotal } from './figures.ts';
import { asCount, t } from '../../texts/language.ts';

const ROWS = 31;

/** The chart in numbers, latest day first. */
export function DayTable({ days, timezone }: { readonly days: readonly DayTotal[]; readonly timezone: string }) {
  const nameOf = ({ date, isFinal }: DayTotal) => (
    <>
      <time>{date}</time> {!isFinal && <span className="tag tag-warn">{t('not over')}</span>}
    </>
  );
  return (
    <Longer
      title={t('By day')}
      of={t('Day')}
      rows={[...days].reverse()}
      more={(count) => t('Show more of {0|day|days}', count)}
      hint={t('Days of {0}. A listener of two episodes counts for both.', timezone)}
      keyOf={({ date }) => date}
    >
      {nameOf}
    </Longer>
  );
}

export function EpisodeTable({ episodes }: { readonly episodes: readonly EpisodeTotal[] }) {
  const nameOf = ({ episodeId, title }: EpisodeTotal) => (
    <Link href={`/episodes/${episodeId}`}>
      <bdi>{title}</bdi>
    </Link>
  );
  return (
    <Longer
      title={t('By episode')}
      of={t('Episode')}
      rows={episodes}
      more={(count) => t('Show more of {0|episode|episodes}', count)}
      hint={t('A listener of two days counts for both.')}
      keyOf={({ episodeId }) => episodeId}
    >
      {nameOf}
    </Longer>
  );
}

type LongerProps<Row> = {
  readonly title: string;
  readonly of: string;
  readonly rows: readonly Row[];
  readonly more: (count: number) => string;
  readonly hint: string;
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => React.ReactNode;
};

/** Downloads and listeners of each row: the first ones, and more of them when asked. */
function Longer<Row extends DayTotal | EpisodeTotal>({ title, of, rows, more, hint, keyOf, children }: LongerProps<Row>) {
  const [count, setCount] = useState(ROWS);
  return (
    <section>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      <Table label={title} columns={[of, { number: t('Downloads') }, { number: t('Listeners') }]}>
        {rows.slice(0, count).map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{children(row)}</th>
            <td className="number">{asCount(row.downloads)}</td>
            <td className="number">{asCount(row.listeners)}</td>
          </tr>
        ))}
      </Table>
      {rows.length > count && <Button onClick={() => setCount(count + 4 * ROWS)}>{more(rows.length)}</Button>}
    </section>
  );
}
