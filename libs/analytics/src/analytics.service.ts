import { Cursors, page } from '@app/http';
import { isId, NIL_ID } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { AnalyticsPage, rangeOf, type ListAnalytics } from './analytics.dto.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { isDate, type DateRange } from './days/local-days.js';
import { FiguresSource, type DailyFigures } from './figures.js';

@Injectable()
export class AnalyticsService {
  constructor(
    private readonly queries: AnalyticsQueries,
    private readonly source: FiguresSource,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of the figures of a range.
   * @throws AppError 422 `from_after_to`, `range_too_long`, `invalid_cursor`, `episode_not_found`
   */
  async list(podcastId: string, { first, after, episode_id, ...query }: ListAnalytics): Promise<AnalyticsPage> {
    const range = rangeOf(query);
    const cursors = cursorsOf(podcastId, episode_id, range);
    const [from = range.from, episodeId = NIL_ID] = cursors.read(after)?.split(' ') ?? [];
    const subject = await this.queries.subject(podcastId, episode_id);
    const figures = await this.source.open({ subject, range: { ...range, from }, now: this.clock.now() });
    try {
      const rows = await figures.page({ after: episodeId, limit: first + 1 });
      return page(rows, first, { cursors, key: keyOf, item: (row) => row });
    } finally {
      await figures.close();
    }
  }
}

function cursorsOf(podcastId: string, episode: string | undefined, { from, to, timeZone }: DateRange): Cursors {
  return new Cursors(
    `analytics of ${podcastId}${episode === undefined ? '' : ` ${episode}`} from ${from} to ${to} in ${timeZone}`,
    (key) => {
      const [date = '', id = '', ...others] = key.split(' ');
      return isDate(date) && from <= date && date <= to && isId(id) && others.length === 0;
    },
  );
}

function keyOf({ date, episode_id }: DailyFigures): string {
  return `${date} ${episode_id}`;
}
