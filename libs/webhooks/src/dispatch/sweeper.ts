import { Health } from '@app/process';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Dispatcher, STUCK_AFTER_MS } from './dispatcher.js';
import { DatabaseOutage } from './recorder.js';
import { Sweep } from './sweep.js';
import { SweepQueries } from './sweep.queries.js';

/** Milliseconds between two looks, which begin a sweep when something is due, and between two sweeps at most: the clock is read in them. */
const LOOK_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 30_000;

/** Finds what no wake-up reports: retries that are due, leases that have ended, backlogs of configurations that changed. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private sweeping = false;
  private swept = (): unknown => undefined;
  private timer: NodeJS.Timeout | undefined;
  private sweptAt = -Infinity;

  constructor(
    private readonly sweeps: SweepQueries,
    private readonly sweep: Sweep,
    private readonly dispatcher: Dispatcher,
    private readonly outage: DatabaseOutage,
    private readonly health: Health,
  ) {}

  onApplicationBootstrap(): void {
    this.swept = this.health.needsProgress('webhooks.sweep', STUCK_AFTER_MS);
    this.timer = setInterval(() => void this.sweepAndResume(), LOOK_EVERY_MS);
    void this.sweepAndResume();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** The dispatcher looks every second, also while a sweep is under way or fails. */
  private async sweepAndResume(): Promise<void> {
    this.dispatcher.resume(await this.sweepIfDue());
  }

  /** A sweep while another is under way does nothing. @returns whether the dispatcher may have something to claim */
  private async sweepIfDue(): Promise<boolean> {
    if (this.sweeping) return true;
    this.sweeping = true;
    try {
      const look = await this.sweeps.look();
      const isDue = look.isDue || performance.now() - this.sweptAt >= SWEEP_EVERY_MS;
      if (isDue) {
        await this.sweep.sweepDue();
        this.sweptAt = performance.now();
      }
      this.outage.recovered();
      this.swept();
      return isDue || look.isReady;
    } catch (error) {
      this.outage.failed(error);
      return true;
    } finally {
      this.sweeping = false;
    }
  }
}
