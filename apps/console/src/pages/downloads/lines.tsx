import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { api } from '../../api/api.ts';
import { episodesQuery, titleOf } from '../../api/episodes.ts';
import { onDemand } from '../../parts/online.ts';
import { itemsOf, Loading } from '../../parts/states.tsx';
import {
  drawn,
  drawnOpen,
  readFigures,
  seriesOf,
  totalsByDay,
  type DayTotal,
  type EpisodeTotal,
  type Figure,
  type Measure,
} from './figures.ts';
import { before, daysOf, dayIn, type Range } from './range.ts';
import { Choice } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';

/** All figures of a range, by one request. */
export const exportQuery = (podcast: string, range: Range) =>
  queryOptions({
    queryKey: ['podcasts', podcast, 'analytics', range],
    queryFn: async ({ signal }) => {
      const params = { path: { podcast }, query: range };
      return (await api.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params, signal, parseAs: 'text' })).data;
    },
  });

const Chart = onDemand(() => import('./chart.tsx').then(({ Chart }) => Chart));

/** Episodes with a line of their own, beside the line of all. */
const MAX_LINES = 4;

type Props = {
  readonly podcast: string;
  readonly range: Range;
  readonly figures: readonly Figure[];
  readonly byDay: readonly DayTotal[];
  readonly byEpisode: readonly EpisodeTotal[];
};

/** A line of all episodes, one each of those that were downloaded most, and one of the period before. */
export function Lines(props: Props) {
  const [measure, setMeasure] = useState<Measure>('downloads');
  const { releases, first, dayOf } = useReleases(props.podcast, props.range);
  const lines = useLines(props, measure, first, dayOf);
  const days = useMemo(() => props.byDay.map(({ date }) => date), [props.byDay]);
  const isOpen = props.byDay.some(({ isFinal }) => !isFinal);
  const early = first === undefined ? [] : days.filter((day) => day < first);
  return (
    <section className="sheet" aria-label={t('Chart')}>
      <Choice
        className="row"
        label={t('Count')}
        value={measure}
        options={[
          ['downloads', t('Downloads')],
          ['listeners', t('Listeners')],
        ]}
        onChange={setMeasure}
      />
      <Suspense fallback={<Loading />}>
        <Chart days={days} lines={lines} marks={releases} />
      </Suspense>
      {props.byEpisode.length > MAX_LINES && (
        <p className="hint">{t('The {0} most downloaded episodes have a line of their own.', MAX_LINES)}</p>
      )}
      {isOpen && <p className="hint">{t('The line to a day that is not over is dashed; it leads to what was counted so far.')}</p>}
      {early.length > 0 && <p className="hint">{t('Before {0} nothing was released.', first ?? '')}</p>}
      {releases.length > 0 && (
        <p className="hint">{t('Released, marked by ▼: {0}', releases.map(({ day, title }) => `${title} (${day})`).join(', '))}</p>
      )}
    </section>
  );
}

/** The releases in a range, and the day of the first one of all, where the latest hundred episodes tell it. */
function useReleases(podcast: string, { from, to, timezone }: Range) {
  const { data } = useInfiniteQuery(episodesQuery(podcast, { missing: [], words: '' }));
  return useMemo(() => {
    const page = data?.pages.at(-1);
    const all = itemsOf(data).flatMap((episode) => {
      const { id, published_at: at } = episode;
      return at === null ? [] : [{ id, day: dayIn(timezone, new Date(at)), title: titleOf(episode) }];
    });
    const days = all.map(({ day }) => day).toSorted();
    return {
      dayOf: new Map(all.map(({ id, day }) => [id, day])),
      releases: all.filter(({ day }) => day >= from && day <= to),
      first: page?.meta.has_more === false ? days[0] : undefined,
    };
  }, [data, from, to, timezone]);
}

function useLines(
  { podcast, range, figures, byDay, byEpisode }: Props,
  measure: Measure,
  first: string | undefined,
  dayOf: ReadonlyMap<string, string>,
) {
  const earlier = useMemo(() => before(range), [range]);
  const { data: csv } = useQuery(exportQuery(podcast, earlier));
  return useMemo(() => {
    const chosen = byEpisode.slice(0, MAX_LINES);
    const ids = chosen.map(({ episodeId }) => episodeId);
    const days = byDay.map(({ date }) => date);
    const sums = byDay.map((day) => day[measure]);
    const own = seriesOf(figures, ids, days, measure).map((values, at) => {
      return { label: chosen[at]?.title ?? '', values: drawn(values, byDay, dayOf.get(ids[at] ?? '') ?? first) };
    });
    const lines = [{ label: t('All episodes'), values: drawn(sums, byDay, first) }, ...own];
    const open = { label: t('All, day not over'), values: drawnOpen(sums, byDay, dayIn(range.timezone), first), isOpen: true };
    const now = byDay.some(({ isFinal }) => !isFinal) ? [...lines, open] : lines;
    const past = csv === undefined ? [] : readFigures(csv);
    if (past.length === 0) return now;
    const values = totalsByDay(past, daysOf(earlier), range.from).map((day) => day[measure]);
    return [...now, { label: t('All, {0} to {1}', earlier.from, earlier.to), values: values.slice(0, days.length), isPast: true }];
  }, [byDay, byEpisode, csv, dayOf, earlier, figures, first, measure, range]);
}
