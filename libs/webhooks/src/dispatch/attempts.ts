import { Injectable } from '@nestjs/common';
import { DeliveryMetrics } from '../deliveries/delivery.metrics.js';
import { WebhooksEnv } from '../webhooks.env.js';
import type { Claim } from './claims.queries.js';
import { DatabaseOutage, Recorder } from './recorder.js';
import { Sender } from './sender.js';
import { Slots } from './slots.js';

/** Makes attempts: each takes a slot, sends, and is recorded. */
@Injectable()
export class Attempts {
  private slots!: Slots;

  constructor(
    private readonly sender: Sender,
    private readonly recorder: Recorder,
    private readonly outage: DatabaseOutage,
    private readonly metrics: DeliveryMetrics,
    private readonly env: WebhooksEnv,
  ) {}

  /** @returns the slots that attempts take and release */
  begin({ onFree }: { readonly onFree: () => void }): Slots {
    return (this.slots = new Slots({ timeoutMs: this.env.WEBHOOK_TIMEOUT_MS, onFree }));
  }

  async make(claim: Claim, claimedAt: number): Promise<void> {
    const slot = this.slots.take(claim.endpointId);
    this.metrics.inFlight.inc();
    try {
      const sent = await this.sender.send(claim, claimedAt, () => this.slots.stalledMs(slot));
      this.slots.judge(slot, { answered: sent.kind === 'answered' });
      if (sent.kind === 'postponed' && sent.reason === 'exhausted') this.slots.exhausted();
      await this.recorder.record(claim, sent);
    } catch (error) {
      this.outage.failed(error); // the lease ends, and the attempt is repeated
    } finally {
      this.slots.release(slot);
      this.metrics.inFlight.dec();
    }
  }
}
