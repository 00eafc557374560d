import { Health, LOG } from '@app/process';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { ClockQueries } from './clock.queries.js';
import { Dispatcher, STUCK_AFTER_MS } from './dispatcher.js';
import { DatabaseOutage, Recorder } from './recorder.js';
import { SweepQueries } from './sweep.queries.js';

/** Milliseconds between two sweeps. */
const SWEEP_EVERY_MS = 1000;

/** Finds what no wake-up reports: retries that are due, leases that have ended, backlogs of configurations that changed. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private sweeping = false;
  private swept = (): unknown => undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sweeps: SweepQueries,
    private readonly clock: ClockQueries,
    private readonly backlogs: BacklogsQueries,
    private readonly recorder: Recorder,
    private readonly dispatcher: Dispatcher,
    private readonly env: WebhooksEnv,
    private readonly outage: DatabaseOutage,
    private readonly health: Health,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.swept = this.health.needsProgress('webhooks.sweep', STUCK_AFTER_MS);
    this.timer = setInterval(() => void this.sweepAndResume(), SWEEP_EVERY_MS);
    void this.sweepAndResume();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** The dispatcher looks every second, also while a sweep is under way or fails. */
  private async sweepAndResume(): Promise<void> {
    await this.sweep();
    this.dispatcher.resume();
  }

  /** A sweep while another is under way does nothing. */
  private async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      const step = await this.clock.read(); // before anything is judged by the clock
      if (step !== 0) this.log.warn({ seconds: Math.round(step) }, 'the clock of the database was set: what is planned moves with it');
      await this.sweeps.wakeRetries();
      const lost = await this.sweeps.recover(this.env.WEBHOOK_RETRY_DELAYS);
      for (const { id, claimId, endpointId } of await this.sweeps.failedVerifications())
        await this.recorder.recordVerification(endpointId, { id, claimId, status: 'failed', retryInSeconds: null, outcome: 'lost', durationMs: null }); // prettier-ignore
      if (lost > 0) this.log.warn({ lost }, 'attempts were lost: their worker died or could not record them');
      await this.backlogs.continueAll();
      this.outage.recovered();
      this.swept();
    } catch (error) {
      this.outage.failed(error);
    } finally {
      this.sweeping = false;
    }
  }
}
