import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';

import { asCount } from '../../texts/language.ts';
import type { DayTotal, EpisodeTotal } from './figures.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/downloads.ts';
import { t as frame } from '../../texts/frame.ts';

const ROWS = 31;

function Head({ of }: { readonly of: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col" className="number">
          {frame.nav.downloads}
        </th>
        <th scope="col" className="number">
          {t.listeners}
        </th>
      </tr>
    </thead>
  );
}

/** The chart in numbers, latest day first. */
export function DayTable({ days, timezone }: { readonly days: readonly DayTotal[]; readonly timezone: string }) {
  const latestFirst = [...days].reverse();
  return (
    <Longer title={t.byDay} rows={latestFirst} more={t.moreDays} hint={t.byDayHint(timezone)}>
      {(shown) => (
        <table>
          <Head of={t.day} />
          <tbody>
            {shown.map(({ date, downloads, listeners, isFinal }) => (
              <tr key={date}>
                <th scope="row">
                  <time>{date}</time> {!isFinal && <span className="tag tag-warn">{t.notOver}</span>}
                </th>
                <td className="number">{asCount(downloads)}</td>
                <td className="number">{asCount(listeners)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Longer>
  );
}

export function EpisodeTable({ episodes }: { readonly episodes: readonly EpisodeTotal[] }) {
  return (
    <Longer title={t.byEpisode} rows={episodes} more={t.moreEpisodes} hint={t.byEpisodeHint}>
      {(shown) => (
        <table>
          <Head of={frame.nav.episode} />
          <tbody>
            {shown.map(({ episodeId, title, downloads, listeners }) => (
              <tr key={episodeId}>
                <th scope="row" className="episode-cell">
                  <Link href={`/episodes/${episodeId}`}>
                    <bdi>{title}</bdi>
                  </Link>
                </th>
                <td className="number">{asCount(downloads)}</td>
                <td className="number">{asCount(listeners)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Longer>
  );
}

type LongerProps<Row> = {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly more: (count: number) => string;
  readonly hint: string;
  readonly children: (shown: readonly Row[]) => ReactNode;
};

/** A table that shows its first rows, and more of them when asked. */
function Longer<Row>({ title, rows, more, hint, children }: LongerProps<Row>) {
  const [count, setCount] = useState(ROWS);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      <div className="scroll-x">{children(rows.slice(0, count))}</div>
      {rows.length > count && <Button onClick={() => setCount(count + 4 * ROWS)}>{more(rows.length)}</Button>}
    </section>
  );
}
