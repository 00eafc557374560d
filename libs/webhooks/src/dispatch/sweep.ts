import { LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { ClockQueries } from './clock.queries.js';
import { Verifications } from './recorder.js';
import { SweepQueries } from './sweep.queries.js';

/** Wakes retries that are due, recovers what leases have lost, and goes on with backlogs. */
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

  async sweepDue(): Promise<void> {
    const step = await this.clock.readTime(); // before anything is judged by the clock
    if (step !== 0) this.log.warn({ seconds: Math.round(step) }, 'the clock of the database was set: what is planned moves with it');
    await this.sweeps.wakeRetries();
    const lost = await this.sweeps.recover(this.env.WEBHOOK_RETRY_DELAYS);
    for (const { id, claimId, endpointId } of await this.sweeps.failedVerifications())
      await this.verifications.record(endpointId, {
        id,
        claimId,
        status: 'failed',
        retryInSeconds: null,
        outcome: 'lost',
        durationMs: null,
      });
    if (lost > 0) this.log.warn({ lost }, 'attempts were lost: their worker died or could not record them');
    await this.backlogs.continueAll();
  }
}
