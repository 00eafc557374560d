import { setTimeout as sleep } from 'node:timers/promises';
import { NIL_ID } from '@app/database';
import { Env } from '@app/env';
import { Health } from '@app/process';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DeliveryMetrics } from '../deliveries/delivery.metrics.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { ClaimsQueries, LEASE_MARGIN_MS, type Claim, type Claimed } from './claims.queries.js';
import { DatabaseOutage, Recorder } from './recorder.js';
import { Sender } from './sender.js';
import { MAX_PER_DESTINATION, Slots } from './slots.js';

/** Rows claimed in one statement. */
const BATCH_SIZE = 200;

/** Most destinations that one statement walks past. It walks past that many, also with its slots filled before. */
const MAX_LANES = 2 * BATCH_SIZE;

/** Milliseconds between claims for slow destinations, and rows of one: TLS handshakes must not keep others waiting. */
const CLAIM_SLOW_EVERY_MS = 250;
const SLOW_BATCH_SIZE = 50;

/** Milliseconds after which destinations get further exchanges although idle ones still have deliveries due. */
const IDLE_FIRST_MS = 1000;

/** Milliseconds without a finished sweep, or for one claim, until the worker is not ready. A statement has 30 s. */
export const STUCK_AFTER_MS = 60_000;

/** Milliseconds that a stopping worker leaves for what remains after its last exchange. */
const RECORDING_MS = 500;

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

/**
 * Claims what is due while slots are free, and starts an exchange for every claim. PostgreSQL says what is due;
 * wake-ups make it quick, and the sweep makes it certain. Its state is the claiming round.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly slots: Slots;
  private readonly leaseSeconds: number;
  private readonly claimMustEnd: ReturnType<Health['needsEnd']>;
  private after = NIL_ID; // the last destination of the round so far
  private claimedSlowAt = -Infinity;
  private claiming = false;
  private again = false;
  private stopping = false;

  constructor(
    private readonly claims: ClaimsQueries,
    private readonly attempts: Attempts,
    private readonly outage: DatabaseOutage,
    private readonly platform: Env,
    env: WebhooksEnv,
    health: Health,
  ) {
    this.claimMustEnd = health.needsEnd('webhooks.claim', STUCK_AFTER_MS);
    this.leaseSeconds = (env.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS) / 1000;
    this.slots = new Slots({ timeoutMs: env.WEBHOOK_TIMEOUT_MS, onFree: () => this.wake() });
  }

  onApplicationBootstrap(): void {
    this.slots.start();
  }

  /**
   * Waits for the exchanges in flight, and gives back what a claim in flight brings. Exchanges that outlast the drain
   * limit are lost, and repeated by another worker.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (
      const deadline = performance.now() + this.platform.DRAIN_TIMEOUT_MS - RECORDING_MS;
      (this.claiming || this.slots.total > 0) && performance.now() < deadline;
    )
      await sleep(20);
    this.slots.stop();
  }

  /** Claims and sends due deliveries until none are left or all slots are in use. */
  wake(): void {
    this.again = true;
    if (!this.claiming) void this.claimWhileWoken();
  }

  /** Every second, after the sweep: lets reduced slots grow again, and claims what is ready. */
  resume(isReady: boolean): void {
    this.slots.grow();
    if (isReady) this.wake();
  }

  private async claimWhileWoken(): Promise<void> {
    this.claiming = true;
    try {
      while (this.again && !this.stopping) {
        this.again = false;
        await this.claimSlow();
        await this.claimInTurn();
      }
      this.outage.recovered();
    } catch (error) {
      this.outage.failed(error); // the next sweep tries again
    } finally {
      this.claiming = false;
    }
  }

  /** Claims one for every slow destination with a due delivery, the least recent first, while slow slots are free. */
  private async claimSlow(): Promise<void> {
    const slots = Math.min(this.slots.paced(SLOW_BATCH_SIZE), this.slots.freeSlow());
    const claimedAt = performance.now();
    if (slots === 0 || claimedAt - this.claimedSlowAt < CLAIM_SLOW_EVERY_MS) return;
    const endpointIds = this.slots.idleSlow();
    if (endpointIds.length === 0) return;
    this.claimedSlowAt = claimedAt;
    const { leaseSeconds } = this;
    await this.start(await this.claimMustEnd(() => this.claims.claimFor(endpointIds, { slots, leaseSeconds })), claimedAt);
  }

  /**
   * Claims for every other destination in turn, one exchange at a time: a second connection costs as much as ten
   * exchanges. When no idle destination has any left, or after {@link IDLE_FIRST_MS}, more for each while slots are
   * left: none waits for another's queue.
   */
  private async claimInTurn(): Promise<void> {
    const began = performance.now();
    let each = 1;
    let whole = this.after === NIL_ID; // whether this round began with the first destination
    let [claimed, due] = [0, 0]; // in this round: deliveries, and destinations that have some
    for (;;) {
      const slots = Math.min(BATCH_SIZE, this.slots.freeStarting({ further: each > 1 }));
      if (slots === 0 || this.stopping || !this.slots.hasRoom()) return;
      const claimedAt = performance.now();
      const { claims, next, walked } = await this.claimNext(slots, each);
      await this.start(claims, claimedAt);
      claimed += claims.length;
      due += walked;
      this.after = next ?? NIL_ID;
      if (next !== null) continue;
      // After more for each, nothing is left that may be sent now, or another wake-up tells of it.
      if (whole && (each > 1 || due === 0)) return;
      if (whole && (claimed === 0 || performance.now() - began >= IDLE_FIRST_MS)) each = MAX_PER_DESTINATION;
      else await this.claimSlow();
      whole = true;
      [claimed, due] = [0, 0];
    }
  }

  private claimNext(slots: number, each: number): Promise<Claimed> {
    const { after, leaseSeconds } = this;
    const excluded = this.slots.excluded();
    const lanes = Math.min(MAX_LANES, slots + excluded.length);
    return this.claimMustEnd(() => this.claims.claim({ slots, each, lanes, leaseSeconds, after, excluded }));
  }

  private async start(claims: readonly Claim[], claimedAt: number): Promise<void> {
    if (this.stopping) await this.claims.release(claims);
    else for (const claim of claims) void this.attempts.make(claim, claimedAt, this.slots);
  }
}
