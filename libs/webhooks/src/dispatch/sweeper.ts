import { Health, LOG } from '@app/process';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { ClockQueries, TOLERANCE_SECONDS } from './clock.queries.js';
import { Dispatcher, STUCK_AFTER_MS } from './dispatcher.js';
import { DatabaseOutage, Recorder } from './recorder.js';
import { SweepQueries, type Look } from './sweep.queries.js';

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
  private looked: { readonly seconds: number; readonly atMs: number } | undefined;

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
      const isDue = look.isDue || this.wasClockSet(look) || performance.now() - this.sweptAt >= SWEEP_EVERY_MS;
      if (isDue) await this.sweep();
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

  /** Whether the database's clock was set since the look before. */
  private wasClockSet({ now }: Look): boolean {
    const [before, atMs] = [this.looked, performance.now()];
    this.looked = { seconds: now, atMs };
    return before !== undefined && Math.abs(now - before.seconds - (atMs - before.atMs) / 1000) > TOLERANCE_SECONDS;
  }

  private async sweep(): Promise<void> {
    const step = await this.clock.read(); // before anything is judged by the clock
    if (step !== 0) this.log.warn({ seconds: Math.round(step) }, 'the clock of the database was set: what is planned moves with it');
    await this.sweeps.wakeRetries();
    const lost = await this.sweeps.recover(this.env.WEBHOOK_RETRY_DELAYS);
    for (const { id, claimId, endpointId } of await this.sweeps.failedVerifications())
        await this.recorder.recordVerification(endpointId, { id, claimId, status: 'failed', retryInSeconds: null, outcome: 'lost', durationMs: null }); // prettier-ignore
    if (lost > 0) this.log.warn({ lost }, 'attempts were lost: their worker died or could not record them');
    await this.backlogs.continueAll();
    this.sweptAt = performance.now();
  }
}
