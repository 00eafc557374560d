import { Health, LOG } from '@app/platform';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { DeliveryCountsQueries } from '../deliveries/delivery-counts.queries.js';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { ClaimsQueries } from './claims.queries.js';
import { DatabaseOutage } from './database-outage.js';
import { Recorder } from './recorder.js';
import { STUCK_AFTER_MS } from './timing.js';

/** Finds what no wake-up reports: retries that are due, leases that have ended, backlogs of configurations that changed. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap {
  private sweeping = false;
  private swept = (): unknown => undefined;

  constructor(
    private readonly claims: ClaimsQueries,
    private readonly backlogs: BacklogsQueries,
    private readonly counts: DeliveryCountsQueries,
    private readonly recorder: Recorder,
    private readonly env: WebhooksEnv,
    private readonly outage: DatabaseOutage,
    private readonly health: Health,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.swept = this.health.needsProgress('webhooks.sweep', STUCK_AFTER_MS);
  }

  /** A sweep while another is under way does nothing. */
  async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      await this.claims.wakeRetries();
      const lost = await this.claims.recover(this.env.WEBHOOK_RETRY_DELAYS);
      for (const { id, claimId, endpointId } of await this.claims.failedVerifications())
        await this.recorder.recordVerification(endpointId, { id, claimId, status: 'failed', retryInSeconds: null, outcome: 'lost', durationMs: null }); // prettier-ignore
      if (lost > 0) this.log.warn({ lost }, 'attempts were lost: their worker died or could not record them');
      await this.backlogs.continueAll();
      await this.counts.fold();
      this.outage.recovered();
      this.swept();
    } catch (error) {
      this.outage.failed(error);
    } finally {
      this.sweeping = false;
    }
  }
}
