import { NIL_ID } from '@app/database';
import { Injectable } from '@nestjs/common';
import { AnalyticsQueries } from './analytics.queries.js';
import { planOf } from './days/plan.js';
import type { Figures, FiguresRequest, FiguresSource } from './figures.js';

/** Figures of PostgreSQL: roll-ups where they are up to date, otherwise single downloads. */
@Injectable()
export class RolledUpFigures implements FiguresSource {
  constructor(private readonly queries: AnalyticsQueries) {}

  async open({ subject, range, now }: FiguresRequest): Promise<Figures> {
    const snapshot = await this.queries.open();
    try {
      const { days, downloads, daysOver } = await planOf(snapshot, { podcastId: subject.podcastId, range, now });
      return {
        page: ({ after, limit }) => {
          const isFirst = days[0]?.date === range.from; // days without downloads are not planned
          return snapshot.figures(subject, days, { after: isFirst ? after : NIL_ID, limit });
        },
        lines: () => snapshot.lines(subject, days),
        content: async () => ({ titles: await snapshot.digestOfTitles(subject), downloads: await downloads(), daysOver }),
        close: () => snapshot.close(),
      };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }
}
