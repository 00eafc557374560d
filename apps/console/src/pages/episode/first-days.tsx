import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, single, type Episode } from '../../api/api.ts';
import { daysOf, dayIn, addDays, type Range } from '../downloads/range.ts';
import { Table } from '../../parts/table.tsx';
import { Day } from '../downloads/tables.tsx';
import { Loaded } from '../../parts/states.tsx';
import { rich, asCount, t } from '../../texts/language.ts';

const DAYS = 7;

const firstDaysQuery = ({ id, podcast_id: podcast }: Episode, range: Range) =>
  single(['podcasts', podcast, 'analytics', id, range], (signal) => {
    const query = { ...range, episode_id: id, first: DAYS };
    return api.GET('/api/v1/podcasts/{podcast}/analytics', { params: { path: { podcast }, query }, signal });
  });

/** The downloads of the first week. */
export function FirstDays({ episode }: { readonly episode: Episode }) {
  const { published_at: at } = episode;
  const [now] = useState(Date.now);
  if (at === null || Date.parse(at) > now) return null;
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const from = dayIn(timezone, new Date(at));
  return (
    <section className="stack" aria-labelledby="first-days">
      <h2 id="first-days">{t('First days')}</h2>
      <Days episode={episode} range={{ from, to: addDays(from, DAYS - 1), timezone }} />
    </section>
  );
}

function Days({ episode, range }: { readonly episode: Episode; readonly range: Range }) {
  const today = dayIn(range.timezone);
  const days = daysOf(range).filter((day) => day <= today);
  return (
    <Loaded query={useQuery(firstDaysQuery(episode, range))}>
      {(data) => (
        <>
          <p>
            {rich(
              '{0} in the first {1|day|days} ({2}).',
              <strong>{t('{0|download|downloads}', total(data))}</strong>,
              days.length,
              range.timezone,
            )}{' '}
            <Link href={`/podcasts/${episode.podcast_id}/downloads`}>{t('Downloads')}</Link>
          </p>
          <Bars days={days} counts={new Map(data.map(({ date, downloads }) => [date, downloads]))} today={today} />
        </>
      )}
    </Loaded>
  );
}

const total = (figures: readonly { readonly downloads: number }[]) => figures.reduce((sum, { downloads }) => sum + downloads, 0);

type BarsProps = { readonly days: readonly string[]; readonly counts: ReadonlyMap<string, number>; readonly today: string };

function Bars({ days, counts, today }: BarsProps) {
  const most = Math.max(1, ...counts.values());
  return (
    <Table
      className="bars"
      label={t('First days')}
      columns={[t('Day'), { number: t('Downloads') }, { hidden: t('Chart') }]}
      hasHeads
      rows={days.map((day) => {
        const count = counts.get(day) ?? 0;
        const bar = <div className="bar" style={{ width: `${(count / most) * 100}%` }} />;
        return { key: day, cells: [<Day day={day} isOpen={day === today} />, asCount(count), bar] };
      })}
    />
  );
}
