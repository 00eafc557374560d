import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { t } from '../../texts/downloads.ts';
import { t as frame } from '../../texts/frame.ts';
import { asCount } from '../../texts/language.ts';
import type { DayTotal, EpisodeTotal } from './figures.ts';

const ROWS = 31;

/** The chart in numbers, latest day first. */
export function DayTable({ days, timezone }: { readonly days: readonly DayTotal[]; readonly timezone: string }) {
  const nameOf = ({ date, isFinal }: DayTotal) => (
    <>
      <time>{date}</time> {!isFinal && <span className="tag tag-warn">{frame.notOver}</span>}
    </>
  );
  return (
    <Longer
      title={t.byDay}
      of={frame.day}
      rows={[...days].reverse()}
      more={t.moreDays}
      hint={t.byDayHint(timezone)}
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
      title={t.byEpisode}
      of={frame.nav.episode}
      rows={episodes}
      more={t.moreEpisodes}
      hint={t.byEpisodeHint}
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
      <Table label={title} columns={[of, { number: frame.nav.downloads }, { number: t.listeners }]}>
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
