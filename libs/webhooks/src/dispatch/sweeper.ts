import { Health, LOG } from '@app/process';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { ClockQueries } from './clock.queries.js';
import { Dispatcher, STUCK_AFTER_MS } from './dispatcher.js';
import { DatabaseOutage, Verifications } from './recorder.js';
import { SweepQueries } from './sweep.queries.js';

/**
 * Milliseconds between two looks, which begin a sweep when something is due, and between two sweeps at most: the clock
 * is read in them.
 */
const LOOK_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 30_000;

/** Does what no wake-up reports: wakes due retries, recovers what leases have lost, and goes on with backlogs. */
@Injectable()
export class Sweep {
  constructor(
    private readonly sweeps: SweepQueries,
    private readonly clock: ClockQueries,
    private readonly backlogs: BacklogsQueries,
    private readonly verifications: Verifications,
    private readonly env: WebhooksEnv,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async sweepOnce(): Promise<void> {
    const step = await this.clock.readTime(); // before anything is judged by the clock
    if (step !== 0) this.log.warn({ seconds: Math.round(step) }, 'the clock of the database was set: what is planned moves with it');
    await this.sweeps.wakeRetries();
    const lost = await this.sweeps.recover(this.env.WEBHOOK_RETRY_DELAYS);
    for (const { endpointId, ...claim } of await this.sweeps.failedVerifications())
      await this.verifications.record(endpointId, { ...claim, status: 'failed', retryInSeconds: null, outcome: 'lost', durationMs: null });
    if (lost > 0) this.log.warn({ lost }, 'attempts were lost: their worker died or could not record them');
    await this.backlogs.continueAll();
  }
}

/** Looks every second whether a sweep is due, and lets the dispatcher claim what is ready. */
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
        await this.sweep.sweepOnce();
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
