import { Injectable } from '@nestjs/common';
import { DeliveryMetrics } from '../deliveries/delivery.metrics.js';
import type { Claim } from './claims.queries.js';
import { DatabaseOutage, Recorder } from './recorder.js';
import { Sender } from './sender.js';
import type { Slots } from './slots.js';

/** Makes attempts: each takes a slot, sends, and is recorded. */
@Injectable()
export class Attempts {
  constructor(
    private readonly sender: Sender,
    private readonly recorder: Recorder,
    private readonly outage: DatabaseOutage,
    private readonly metrics: DeliveryMetrics,
  ) {}

  async make(claim: Claim, claimedAt: number, slots: Slots): Promise<void> {
    const slot = slots.take(claim.endpointId);
    this.metrics.inFlight.inc();
    try {
      const sent = await this.sender.send(claim, claimedAt, () => slots.stalledMs(slot));
      slots.judge(slot, { answered: sent.kind === 'answered' });
      if (sent.kind === 'postponed' && sent.reason === 'exhausted') slots.exhausted();
      await this.recorder.record(claim, sent);
    } catch (error) {
      this.outage.failed(error); // the lease ends, and the attempt is repeated
    } finally {
      slots.release(slot);
      this.metrics.inFlight.dec();
    }
  }
}
