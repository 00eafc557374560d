import type { FactoryProvider, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Metrics } from '@app/process';
import type { WorkStatus } from './work-status.js';

type StatusOf = (db: DataSource) => Promise<WorkStatus>;

/** Milliseconds between two looks at the tables. Scrapes read what the latest look has found. */
const LOOK_EVERY_MS = 30_000;

/** The state of each kind of background work, of all workers together, as metrics: what `admin status` shows. */
class WorkMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly state = this.metrics.gauge(
    'work_items',
    'Background work by kind and state: due, running, failing (waits for a retry), stuck (due for five minutes, or left by its worker).',
    ['work', 'state'],
  );
  private readonly oldest = this.metrics.gauge(
    'work_oldest_due_seconds',
    'Seconds for which the oldest piece of background work has been due.',
    ['work'],
  );
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: DataSource,
    private readonly statuses: readonly StatusOf[],
  ) {}

  onApplicationBootstrap(): void {
    const look = () => void (this.looking ??= this.look().finally(() => (this.looking = undefined)));
    this.timer = setInterval(look, LOOK_EVERY_MS);
    look();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    for (const statusOf of this.statuses) {
      // The last figures stay, and /health/ready reports the failure.
      const status = await statusOf(this.db).catch(() => undefined);
      if (status) this.show(status);
    }
  }

  private show({ work, oldestDueAt, ...counts }: WorkStatus): void {
    const { due, running, failing, stuck } = counts;
    for (const [state, count] of Object.entries({ due, running, failing, stuck })) this.state.set({ work, state }, count);
    this.oldest.set({ work }, oldestDueAt ? Math.max(0, (Date.now() - oldestDueAt.getTime()) / 1000) : 0);
  }
}

/** The metrics of the background work that `statuses` tell of, for the process that provides them. */
export function workMetrics(statuses: readonly StatusOf[]): FactoryProvider {
  return {
    provide: WorkMetrics,
    inject: [Metrics, getDataSourceToken()],
    useFactory: (metrics: Metrics, db: DataSource) => new WorkMetrics(metrics, db, statuses),
  };
}
