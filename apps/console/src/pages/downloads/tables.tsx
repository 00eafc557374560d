import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { asCount, counted } from '../../parts/format.ts';
import type { DayTotal, EpisodeTotal } from './figures.ts';

const ROWS = 31;

function Head({ of }: { readonly of: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col" className="number">
          Downloads
        </th>
        <th scope="col" className="number">
          Listeners
        </th>
      </tr>
    </thead>
  );
}

/** The chart in numbers, latest day first. */
export function DayTable({ days, timezone }: { readonly days: readonly DayTotal[]; readonly timezone: string }) {
  const latestFirst = [...days].reverse();
  return (
    <Longer title="By day" rows={latestFirst} one="day" hint={`Days of ${timezone}. A listener of two episodes counts for both.`}>
      {(shown) => (
        <table>
          <Head of="Day" />
          <tbody>
            {shown.map(({ date, downloads, listeners, isFinal }) => (
              <tr key={date}>
                <th scope="row">
                  <time>{date}</time> {!isFinal && <span className="tag tag-warn">not over</span>}
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
    <Longer title="By episode" rows={episodes} one="episode" hint="A listener of two days counts for both.">
      {(shown) => (
        <table>
          <Head of="Episode" />
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
  readonly one: string;
  readonly hint: string;
  readonly children: (shown: readonly Row[]) => ReactNode;
};

/** A table that shows its first rows, and more of them when asked. */
function Longer<Row>({ title, rows, one, hint, children }: LongerProps<Row>) {
  const [count, setCount] = useState(ROWS);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      <div className="scroll-x">{children(rows.slice(0, count))}</div>
      {rows.length > count && (
        <button type="button" className="button" onClick={() => setCount(count + 4 * ROWS)}>
          Show more of {counted(rows.length, one)}
        </button>
      )}
    </section>
  );
}
