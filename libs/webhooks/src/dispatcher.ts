import { setTimeout as sleep } from 'node:timers/promises';
import { CalledOff, Outbound, OutboundError, type OutboundResponse } from '@app/outbound';
import { Clock, Encryption, LOG } from '@app/platform';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LEASE_MARGIN_MS, LOOK_GOOD_MS } from './claims.js';
import { Batches } from './batches.js';
import { DeliveriesQueries, NIL, type Claim, type Result } from './deliveries.queries.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { EndpointsService } from './endpoints.service.js';
import { VERIFICATION } from './events.js';
import { retryDelay } from './retry-schedule.js';
import { sign } from './sign.js';
import { Suspects } from './suspects.js';
import { WebhooksEnv } from './webhooks.env.js';

/** Exchanges of one worker at once. */
const SLOTS = 1000;

/** Of those, so many may hang at destinations that have been slow lately; the others are never kept waiting by them. */
const SUSPECT_SLOTS = 250;

/** Exchanges with one destination at once, over all workers. */
const PER_DESTINATION = 4;

/** Rows claimed in one statement. */
const BATCH = 200;

/** Destinations that one statement walks past. */
const LANES = 2 * BATCH;

/** Milliseconds between two looks for retries that have come due and for leases that have lapsed. */
const SWEEP_MS = 1000;

/** Bytes that are read of an answer (decisions 6.7). */
const MOST_READ = 64 * 1024;

/** Milliseconds between two tries to record, and for which it is tried: until shortly before the lease lapses. */
const RECORD_AGAIN_MS = 250;
const RECORD_FOR_MS = LEASE_MARGIN_MS - 2000;

/** Milliseconds that a stopping worker waits for what is in flight; the rest lapses and is sent again by another. */
const DRAIN_MS = 6000;

/**
 * Sends what is due: claims rows, sends outside of any transaction, records results in batches. PostgreSQL is the truth; a
 * wake-up makes it quick, and the sweep makes it certain.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly suspects = new Suspects();
  private inFlight = 0;
  private suspectsInFlight = 0;
  private readonly busy = new Map<string, number>(); // in flight, by destination
  private after = NIL;
  private claiming = false;
  private again = false;
  private readonly records = new Batches((results: readonly Result[]) => this.patiently(() => this.deliveries.record(results)));
  private readonly looks = new Batches((claims: readonly Claim[]) => this.look(claims));
  private sweeping = false;
  private stopping = false;
  private away = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly deliveries: DeliveriesQueries,
    private readonly endpoints: EndpointsService,
    private readonly outbound: Outbound,
    private readonly encryption: Encryption,
    private readonly metrics: DeliveryMetrics,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
    void this.sweep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    for (const deadline = performance.now() + DRAIN_MS; this.inFlight > 0 && performance.now() < deadline;) await sleep(20);
  }

  /** Something may be ready: claims and sends until nothing is, or all slots are taken. */
  wake(): void {
    this.again = true;
    if (!this.claiming) void this.dispatch();
  }

  private async dispatch(): Promise<void> {
    this.claiming = true;
    try {
      while (this.again) {
        this.again = false;
        await this.claimAll();
      }
      this.back();
    } catch (error) {
      this.lost(error);
    } finally {
      this.claiming = false;
    }
  }

  /**
   * One for every destination in turn, and only then, for slots that are left, more for each: so that nobody waits behind a
   * long queue, and connections that stand are used again before more are opened.
   */
  private async claimAll(): Promise<void> {
    let each = 1;
    let whole = this.after === NIL; // whether this round began with the first destination
    let claimed = 0; // in this round
    for (;;) {
      const slots = Math.min(BATCH, SLOTS - this.inFlight);
      if (slots <= 0 || this.stopping) return;
      const asked = performance.now();
      const { claims, next } = await this.deliveries.claim({
        slots,
        each,
        lanes: LANES,
        perDestination: PER_DESTINATION,
        leaseSeconds: (this.env.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS) / 1000,
        after: this.after,
        full: this.full(),
      });
      if (this.stopping) return this.deliveries.giveBack(claims);
      for (const claim of claims) void this.attempt(claim, asked);
      claimed += claims.length;
      this.after = next ?? NIL;
      if (next !== null) continue;
      // Once round. One for each is followed by more for each, and then nothing is left that may be sent now.
      if (whole && (each > 1 || claimed === 0)) return;
      if (whole) each = PER_DESTINATION;
      whole = true;
      claimed = 0;
    }
  }

  /** Destinations that get no more at present, as far as this worker knows: one at a time for those that have been slow lately. */
  private full(): string[] {
    const busy = [...this.busy].filter(([id, count]) => count >= (this.suspects.has(id) ? 1 : PER_DESTINATION)).map(([id]) => id);
    const idle = this.suspects.ids().filter((id) => !this.busy.has(id));
    return [...busy, ...idle.slice(Math.max(0, SUSPECT_SLOTS - this.suspectsInFlight))];
  }

  /** @param looked when the claim was asked for, on the clock of `performance.now()` */
  private async attempt(claim: Claim, looked: number): Promise<void> {
    const suspect = this.suspects.has(claim.endpointId);
    this.inFlight += 1;
    this.busy.set(claim.endpointId, (this.busy.get(claim.endpointId) ?? 0) + 1);
    if (suspect) this.suspectsInFlight += 1;
    this.metrics.inFlight.inc();
    try {
      const secret = this.secretOf(claim);
      if (secret === undefined) await this.deliveries.giveBack([claim], this.env.WEBHOOK_RETRY_DELAYS[0]);
      else await this.attemptWith(secret, claim, looked);
    } catch (error) {
      if (error instanceof NotKnown) await this.patiently(() => this.deliveries.giveBack([claim])).catch(() => undefined);
      else this.lost(error); // the lease lapses, and it is sent again
    } finally {
      this.inFlight -= 1;
      const more = (this.busy.get(claim.endpointId) ?? 1) - 1;
      if (more > 0) this.busy.set(claim.endpointId, more);
      else this.busy.delete(claim.endpointId);
      if (suspect) this.suspectsInFlight -= 1;
      this.metrics.inFlight.dec();
      this.wake();
    }
  }

  /** Undefined when its key is not known here: an operator must act, and meanwhile it counts as no attempt. */
  private secretOf({ sealedSecret, endpointId, eventId }: Claim): string | undefined {
    try {
      return this.encryption.open(sealedSecret, endpointId);
    } catch (error) {
      this.log.error({ err: error, event: eventId }, 'an attempt could not be made');
      return undefined;
    }
  }

  private async attemptWith(secret: string, claim: Claim, looked: number): Promise<void> {
    const began = performance.now();
    const exchanged = await this.exchange(secret, claim, looked);
    if (!exchanged) return;
    const { ok, outcome } = exchanged;
    const ms = performance.now() - began;
    this.suspects.judge(claim.endpointId, exchanged);
    this.metrics.attempted({ outcome, seconds: ms / 1000 });
    const delay =
      ok || claim.attempts >= claim.maxAttempts ? null : retryDelay(this.env.WEBHOOK_RETRY_DELAYS, claim.attempts, Math.random());
    const status = ok ? 'delivered' : delay === null ? 'failed' : 'queued';
    const result = { id: claim.id, claimId: claim.claimId, status, retryInSeconds: delay, outcome } as const;
    const recorded = await this.conclude(claim, result);
    if (recorded) this.metrics.recorded(result);
    this.log.info(
      {
        delivery: claim.id,
        event: claim.eventId,
        type: claim.eventType,
        attempt: claim.attempts,
        host: new URL(claim.url).host,
        outcome,
        status: recorded ? status : 'superseded', // canceled meanwhile, or taken over
        ms: Math.round(ms),
      },
      'attempt',
    );
  }

  /** @returns whether the result is recorded: not when the delivery was canceled or taken over */
  private async conclude(claim: Claim, result: Result): Promise<boolean> {
    if (claim.eventType === VERIFICATION && result.status !== 'queued')
      return this.patiently(() => this.recordVerification(claim.endpointId, result));
    return (await this.records.add(result)).has(result.id);
  }

  /**
   * One exchange. An event is decided at the head of the answer, a verification by what it echoes (spec 6.3, decisions 6.5, 6.7).
   * @returns undefined when the delivery was canceled, or its claim had lapsed, before the request left
   */
  private async exchange(
    secret: string,
    claim: Claim,
    looked: number,
  ): Promise<{ readonly ok: boolean; readonly outcome: string } | undefined> {
    const { url, eventId, eventType, body } = claim;
    try {
      const response = await this.outbound.request(new URL(url), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'podcast-automation-webhooks/1',
          ...sign({ secret, eventId, body, at: this.clock.now() }),
        },
        body: Buffer.from(body),
        timeoutMs: this.env.WEBHOOK_TIMEOUT_MS,
        confirm: () => performance.now() - looked < LOOK_GOOD_MS || this.holds(claim),
      });
      const outcome = String(response.status);
      if (response.status < 200 || response.status > 299) {
        response.discard();
        return { ok: false, outcome };
      }
      if (eventType === VERIFICATION)
        return (await echoes(response, body)) ? { ok: true, outcome } : { ok: false, outcome: 'wrong_challenge' };
      response.discard();
      return { ok: true, outcome };
    } catch (error) {
      if (error instanceof OutboundError) return { ok: false, outcome: error.code };
      if (error instanceof CalledOff) return undefined;
      if (error instanceof NotKnown) throw error;
      this.log.error({ err: error, event: eventId }, 'an attempt could not be made');
      return { ok: false, outcome: 'internal_error' };
    }
  }

  /** Whether a claim still holds, by a look that is still good when the answer is there. */
  private async holds(claim: Claim): Promise<boolean> {
    for (;;) {
      const { at, held } = await this.looks.add(claim);
      if (!held.has(claim.id)) return false;
      if (performance.now() - at < LOOK_GOOD_MS) return true;
    }
  }

  /** @throws NotKnown when the database cannot say */
  private async look(claims: readonly Claim[]): Promise<{ readonly at: number; readonly held: ReadonlySet<string> }> {
    const at = performance.now();
    try {
      return { at, held: await this.deliveries.held(claims) };
    } catch (error) {
      this.lost(error);
      throw new NotKnown();
    }
  }

  /** A database that restarts is waited for: what is not recorded would be sent again. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (const deadline = performance.now() + RECORD_FOR_MS; ;) {
      try {
        return await work();
      } catch (error) {
        if (performance.now() > deadline) throw error;
        this.lost(error);
        await sleep(RECORD_AGAIN_MS);
      }
    }
  }

  /** The last word on a destination and the result are one transaction: neither stands without the other. */
  private async recordVerification(endpointId: string, result: Result): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await this.endpoints.lock(tx, endpointId);
      const recorded = await this.deliveries.record([result], tx);
      if (recorded.size === 0) return false; // it was replaced, removed or taken over meanwhile: a late echo means nothing
      if (result.status === 'delivered') await this.endpoints.activate(tx, endpointId);
      else await this.endpoints.giveUp(tx, endpointId);
      return true;
    });
  }

  private async sweep(): Promise<void> {
    if (this.sweeping || this.stopping) return;
    this.sweeping = true;
    try {
      await this.deliveries.sweep();
      const recovered = await this.deliveries.recover();
      for (const { id, claimId, endpointId } of await this.deliveries.lostVerifications())
        await this.recordVerification(endpointId, { id, claimId, status: 'failed', retryInSeconds: null, outcome: 'lost' });
      if (recovered > 0) this.log.warn({ recovered }, 'deliveries taken over from a worker that has died');
      this.back();
      this.wake();
    } catch (error) {
      this.lost(error);
    } finally {
      this.sweeping = false;
    }
  }

  /** Said once: the sweep tries again every second. */
  private lost(err: unknown): void {
    if (!this.away) this.log.warn({ err }, 'deliveries cannot be read or recorded at the moment');
    this.away = true;
  }

  private back(): void {
    if (this.away) this.log.info('deliveries can be read and recorded again');
    this.away = false;
  }
}

/** Nothing has left, and nobody can say whether it still should. */
class NotKnown extends Error {}

/** Whether the answer is a JSON object whose `challenge` is the one that was sent. */
async function echoes(response: OutboundResponse, sent: string): Promise<boolean> {
  const answer = await response.read(MOST_READ);
  const { data } = JSON.parse(sent) as { data: { challenge: string } };
  try {
    const echoed: unknown = JSON.parse(answer.toString());
    return typeof echoed === 'object' && echoed !== null && (echoed as { challenge?: unknown }).challenge === data.challenge;
  } catch {
    return false; // not JSON
  }
}
