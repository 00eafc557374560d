import { NIL_ID } from '@app/database';
import { Injectable } from '@nestjs/common';
import { AnalyticsQueries, type Snapshot } from './analytics.queries.js';
import { downloadsIn, planOf, type Plan } from './days/plan.js';
import type { Content, DailyFigures, Figures, FiguresRequest, FiguresSource } from './figures.js';

/** Figures of PostgreSQL: roll-ups where they are up to date, otherwise single downloads. */
@Injectable()
export class RolledUpFigures implements FiguresSource {
  constructor(private readonly queries: AnalyticsQueries) {}

  async open(request: FiguresRequest): Promise<Figures> {
    const snapshot = await this.queries.open();
    try {
      const plan = await planOf(snapshot, { podcastId: request.subject.podcastId, range: request.range, now: request.now });
      return new FiguresOfSnapshot(snapshot, plan, request);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }
}

class FiguresOfSnapshot implements Figures {
  constructor(
    private readonly snapshot: Snapshot,
    private readonly plan: Plan,
    private readonly request: FiguresRequest,
  ) {}

  page({ after, limit }: { readonly after: string; readonly limit: number }): Promise<DailyFigures[]> {
    const { days } = this.plan;
    const isFirst = days[0]?.date === this.request.range.from; // days without downloads are not planned
    return this.snapshot.figures(this.request.subject, days, { after: isFirst ? after : NIL_ID, limit });
  }

  lines(): AsyncGenerator<string, undefined> {
    return this.snapshot.lines(this.request.subject, this.plan.days);
  }

  async content(): Promise<Content> {
    const { podcastId } = this.request.subject;
    const { whole, states, daysOver } = this.plan;
    const downloads = await downloadsIn(whole, { snapshot: this.snapshot, podcastId, states });
    return { titles: await this.snapshot.digestOfTitles(this.request.subject), downloads, daysOver };
  }

  close(): Promise<void> {
    return this.snapshot.close();
  }
}
