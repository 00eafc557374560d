import { setTimeout as sleep } from 'node:timers/promises';
import { VERIFICATION } from '@app/outbox';
import { Batches, LOG, startSpan } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DeliveryMetrics } from '../deliveries/delivery.metrics.js';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { ClaimsQueries, LEASE_MARGIN_MS, type Claim, type Result } from './claims.queries.js';
import type { Sent } from './sender.js';
import { MAX_PER_DESTINATION } from './slots.js';

/** Milliseconds between two tries to record, and for which it is tried: until shortly before the lease ends. */
const RETRY_EVERY_MS = 250;
const RETRY_TIMEOUT_MS = LEASE_MARGIN_MS - 2000;

/** Results in one statement. */
const BATCH_SIZE = 1000;

/**
 * Milliseconds for which results are gathered while many come: a statement for five of them costs about as much as one
 * for fifty.
 */
const GATHERED_MS = 20;

/** The largest share of the delay that is added. Nothing is subtracted (contract 6.8). */
const MAX_JITTER = 0.1;

type Postponed = { readonly claim: Claim; readonly seconds: number | null };

/** Logs the beginning and the end of a database outage once: every loop of a worker notices it, again and again. */
@Injectable()
export class DatabaseOutage {
  private reported = false;

  constructor(@Inject(LOG) private readonly log: Logger) {}

  failed(err: unknown): void {
    if (!this.reported) this.log.warn({ err }, 'deliveries cannot be read or recorded at the moment');
    this.reported = true;
  }

  recovered(): void {
    if (this.reported) this.log.info('deliveries can be read and recorded again');
    this.reported = false;
  }
}

@Injectable()
export class Verifications {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly claims: ClaimsQueries,
    private readonly backlogs: BacklogsQueries,
  ) {}

  /**
   * The end of a verification and the state of its destination are one transaction. Events that this releases are
   * claimed when the slot of the attempt becomes free.
   * @returns whether it was recorded: a late echo for a destination that was replaced, removed or verified anew means
   * nothing
   */
  async record(endpointId: string, result: Result): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      if (!(await this.claims.recordVerification(tx, endpointId, result))) return false;
      if (result.status === 'delivered') await this.backlogs.activate(tx, endpointId);
      else await this.backlogs.giveUp(tx, endpointId);
      return true;
    });
  }
}

/** Records what became of attempts, many in one statement. Its state is the batch that is being collected. */
@Injectable()
export class Recorder {
  private readonly results = new Batches<Result, boolean>((results) => this.recordAll(results), BATCH_SIZE);
  private readonly postponed = new Batches<Postponed, undefined>((all) => this.releaseAll(all), BATCH_SIZE);

  constructor(
    private readonly claims: ClaimsQueries,
    private readonly verifications: Verifications,
    private readonly metrics: DeliveryMetrics,
    private readonly env: WebhooksEnv,
    private readonly outage: DatabaseOutage,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @throws what the database throws until shortly before the lease ends: then the attempt is lost, and counts */
  async record(claim: Claim, sent: Sent): Promise<void> {
    if (sent.kind === 'superseded') return;
    if (sent.kind === 'postponed') {
      this.metrics.postponed(sent.reason);
      this.log.debug({ user: claim.userId, delivery: claim.id, event: claim.eventId, reason: sent.reason }, 'attempt postponed');
      return this.retried(() => this.postponed.ask({ claim, seconds: sent.seconds }));
    }
    const { ok, outcome, durationMs } = sent;
    const delay = ok ? null : retryDelay(this.env.WEBHOOK_RETRY_DELAYS, claim.attempts, Math.random());
    const status = ok ? 'delivered' : delay === null ? 'failed' : 'queued';
    const result: Result = { id: claim.id, claimId: claim.claimId, status, retryInSeconds: delay, outcome, durationMs };
    const recorded = await this.retried(() => this.conclude(claim, result));
    const { host } = new URL(claim.url);
    traceAttempt(claim, host, result);
    this.metrics.attempted({ outcome, seconds: durationMs / 1000, status: recorded ? status : null });
    this.log.info(
      {
        user: claim.userId,
        delivery: claim.id,
        event: claim.eventId,
        type: claim.eventType,
        attempt: claim.attempts,
        host,
        outcome,
        status: recorded ? status : 'superseded', // canceled meanwhile, or taken over
        causedBy: claim.causedBy ?? undefined,
        trace: traceOf(claim),
        ms: durationMs,
      },
      'attempt',
    );
  }

  private conclude(claim: Claim, result: Result): Promise<boolean> {
    const endsVerification = claim.eventType === VERIFICATION && result.status !== 'queued';
    return endsVerification ? this.verifications.record(claim.endpointId, result) : this.results.ask(result);
  }

  private async recordAll(results: readonly Result[]): Promise<boolean[]> {
    const recorded = await this.claims.record(results);
    // The exchanges of one destination do not wait for others.
    if (results.length > MAX_PER_DESTINATION) await sleep(GATHERED_MS);
    return results.map(({ id }) => recorded.has(id));
  }

  private async releaseAll(all: readonly Postponed[]): Promise<undefined[]> {
    for (const [seconds, same] of Map.groupBy(all, (one) => one.seconds))
      await this.claims.release(same.map(({ claim }) => claim), seconds); // prettier-ignore
    return all.map(() => undefined);
  }

  /**
   * Waits for a database that restarts: a result that is not recorded means that the event is sent again. All that wait
   * try again at the same moments, so that they are one batch.
   */
  private async retried<T>(work: () => Promise<T>): Promise<T> {
    for (const deadline = performance.now() + RETRY_TIMEOUT_MS; ;) {
      try {
        return await work();
      } catch (error) {
        if (performance.now() > deadline) throw error;
        this.outage.failed(error);
        await sleep(RETRY_EVERY_MS - (performance.now() % RETRY_EVERY_MS));
      }
    }
  }
}

/**
 * Seconds from the end of a failed attempt to the next.
 * @param delays seconds before attempts 2, 3, …
 * @param attempts so far, this one included
 * @param random 0 ≤ random < 1
 * @returns null after the last attempt
 */
export function retryDelay(delays: readonly number[], attempts: number, random: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : delay * (1 + MAX_JITTER * random);
}

/** The attempt's span, a child of the event's. */
function traceAttempt(claim: Claim, host: string, { outcome, durationMs, status }: Result): void {
  startSpan(`deliver ${claim.eventType}`, {
    kind: 'CLIENT',
    parent: claim.traceparent,
    beganMsAgo: durationMs ?? 0,
    attributes: {
      'messaging.message.id': claim.eventId,
      'server.address': host, // on port 443
      'webhook.delivery': claim.id,
      'webhook.attempt': claim.attempts,
      'webhook.outcome': outcome,
    },
  })?.end({ isError: status !== 'delivered' });
}

function traceOf({ traceparent }: Claim): string | undefined {
  return traceparent?.split('-')[1];
}
