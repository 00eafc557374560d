import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@app/auth';
import { recordAction } from '@app/auth/services';
import { httpErrors } from '@app/http/errors';
import { Endpoint, EventPublisher, VERIFICATION } from '@app/outbox';
import { FairSemaphore } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { CLAIM_VALID_MS } from '../dispatch/claims.queries.js';
import { webhookErrors } from '../webhooks.errors.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { BacklogsQueries } from './backlogs.queries.js';
import { EndpointsQueries, type EndpointHealth } from './endpoints.queries.js';
import { NewEndpoints } from './new-endpoints.js';

/** The user whose destination it is, and the token that asks. */
type Registrant = Pick<Caller, 'userId' | 'tokenId'>;

/** A configuration, and how it does. */
export type ShownEndpoint = Endpoint & EndpointHealth;

/** Registrations that run at once, and milliseconds that one waits for the user's others. */
const CONCURRENCY = 100;
const TURN_TIMEOUT_MS = 5000;

@Injectable()
export class EndpointsService {
  private readonly turns = new FairSemaphore({ total: CONCURRENCY, perKey: 1, timeoutMs: TURN_TIMEOUT_MS });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly endpoints: EndpointsQueries,
    private readonly backlogs: BacklogsQueries,
    private readonly publisher: EventPublisher,
    private readonly newEndpoints: NewEndpoints,
    private readonly env: WebhooksEnv,
  ) {}

  async find(userId: string): Promise<ShownEndpoint | null> {
    const endpoint = await this.db.manager.findOneBy(Endpoint, { userId });
    return endpoint && this.shown(endpoint);
  }

  /**
   * Registers a destination in place of the present one, whose unfinished deliveries are canceled. The secret is new,
   * and the verification is queued; the destination is not waited for (contract 6.4).
   * @throws AppError 422 with what is wrong with the URL; 429 after five accepted registrations in an hour
   */
  async register({ userId, tokenId: actor }: Registrant, rawUrl: string): Promise<{ endpoint: ShownEndpoint; signingSecret: string }> {
    const { endpoint, signingSecret } = await this.newEndpoints.make(userId, rawUrl);
    const inFlight = await this.turns.run(userId, () => this.replace({ endpoint, actor }));
    if (inFlight) await sleep(CLAIM_VALID_MS); // nothing of the old destination leaves from here on (contract 6.10)
    return { endpoint: await this.shown(endpoint), signingSecret };
  }

  /** A user without a registration left is refused without a transaction: a thousand at once are refused in time. */
  private async replace({ endpoint, actor }: { readonly endpoint: Endpoint; readonly actor: string }): Promise<boolean> {
    const { userId } = endpoint;
    this.mustBeAdmitted(await this.endpoints.full(this.db.manager, userId, this.env.WEBHOOK_REGISTRATIONS_PER_HOUR));
    return this.db.transaction(async (tx) => {
      await this.endpoints.lockUser(tx, userId);
      await this.admit(tx, userId);
      const replaced = await this.endpoints.replace(tx, endpoint);
      const canceled = replaced === undefined ? undefined : await this.end(tx, replaced);
      await this.queueVerification(tx, endpoint);
      await recordAction(tx, { actor, action: 'destination.register', target: endpoint.id });
      return canceled?.inFlight ?? false;
    });
  }

  /**
   * Verifies the present destination again, with a new challenge and the same secret (contract 6.15).
   * @throws AppError 404 when there is none; 409 when it is active; 429 after five registrations in an hour
   */
  async verify(registrant: Registrant): Promise<ShownEndpoint> {
    const { userId, tokenId: actor } = registrant;
    const failed = await this.db.manager.findOneBy(Endpoint, { userId, verification: 'failed' });
    // Deliveries that waited for a verification that failed are canceled first, so that they are not revived.
    if (failed) await this.backlogs.complete(failed.id);
    const verified = await this.db.transaction(async (tx) => {
      await this.endpoints.lockUser(tx, userId);
      const locked = await this.endpoints.lockOf(tx, userId);
      if (!locked) throw httpErrors.not_found('There is no webhook destination.');
      if (locked.verification === 'verified') throw webhookErrors.already_active();
      if (locked.verification === 'failed' && locked.id !== failed?.id) return null; // it has failed at this moment
      await this.admit(tx, userId);
      await this.backlogs.cancelVerifications(tx, locked.id);
      await tx.update(Endpoint, { id: locked.id }, { verification: 'pending' });
      const endpoint = await tx.findOneByOrFail(Endpoint, { id: locked.id });
      await this.queueVerification(tx, endpoint);
      await recordAction(tx, { actor, action: 'destination.verify', target: endpoint.id });
      return this.shown(endpoint, tx);
    });
    return verified ?? this.verify(registrant);
  }

  /** Removes the destination and cancels its unfinished deliveries. @throws AppError 404 when there is none */
  async remove({ userId, tokenId: actor }: Registrant): Promise<void> {
    const { inFlight } = await this.db.transaction(async (tx) => {
      const removed = await this.endpoints.remove(tx, userId);
      if (removed === undefined) throw httpErrors.not_found('There is no webhook destination.');
      await recordAction(tx, { actor, action: 'destination.remove', target: removed });
      return this.end(tx, removed);
    });
    if (inFlight) await sleep(CLAIM_VALID_MS); // nothing of the old destination leaves from here on (contract 6.10)
  }

  /** Ends what there is of a configuration that is gone. @returns whether something may be in flight */
  private async end(tx: EntityManager, endpointId: string): Promise<{ readonly inFlight: boolean }> {
    const canceled = await this.backlogs.cancelAll(tx, endpointId);
    await this.endpoints.forget(tx, endpointId); // locked after deliveries, as recording does it
    return canceled;
  }

  private async shown(endpoint: Endpoint, tx = this.db.manager): Promise<ShownEndpoint> {
    return Object.assign(endpoint, await this.endpoints.healthOf(tx, endpoint.id));
  }

  private async admit(tx: EntityManager, userId: string): Promise<void> {
    this.mustBeAdmitted(await this.endpoints.admit(tx, userId, this.env.WEBHOOK_REGISTRATIONS_PER_HOUR));
  }

  private mustBeAdmitted(freesInMs: number | null): void {
    const limit = this.env.WEBHOOK_REGISTRATIONS_PER_HOUR;
    if (freesInMs === null) return;
    const seconds = Math.max(1, Math.ceil(freesInMs / 1000));
    throw webhookErrors.registration_limit({ limit }, { headers: { 'Retry-After': String(seconds) } });
  }

  private async queueVerification(tx: EntityManager, { userId }: Endpoint): Promise<void> {
    const data = { challenge: randomBytes(32).toString('base64url') };
    await this.publisher.publish(tx, { userId, podcastId: null, type: VERIFICATION, data });
  }
}
