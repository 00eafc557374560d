import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, invalid } from '@app/http';
import { judgeUrl, HTTPS_ONLY, Outbound, OutboundError } from '@app/outbound';
import { Clock, Encryption, newId } from '@app/platform';
import { rateLimited, SlidingWindow } from '@app/rate-limit';
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, MoreThan, Not } from 'typeorm';
import { LOOK_GOOD_MS } from './claims.js';
import { DeliveriesQueries, NIL } from './deliveries.queries.js';
import { DispatcherWaker } from './dispatcher.waker.js';
import { Endpoint } from './endpoint.entity.js';
import { eventBody, VERIFICATION } from './events.js';
import { newSigningSecret } from './sign.js';
import { WebhooksEnv } from './webhooks.env.js';

/** Milliseconds that looking up the name of a new destination may take. */
const LOOK_UP_MS = 3000;

const HOUR_MS = 3_600_000;

const RESEALED_AT_ONCE = 1000;

const MESSAGES = {
  invalid_url: 'url must be an absolute URL of at most 2,048 characters, without spaces, control characters, backslashes and fragment.',
  https_required: 'url must begin with https://.',
  port_not_allowed: 'The port must be 443.',
  credentials_not_allowed: 'url must not contain credentials.',
  host_not_public: 'The host must be a name that resolves to public IPv4 addresses alone, or a public IPv4 address.',
} as const;

@Injectable()
export class EndpointsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly deliveries: DeliveriesQueries,
    private readonly outbound: Outbound,
    private readonly encryption: Encryption,
    private readonly windows: SlidingWindow,
    private readonly waker: DispatcherWaker,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
  ) {}

  /** The user's destination, or null. */
  find(userId: string): Promise<Endpoint | null> {
    return this.db.manager.findOneBy(Endpoint, { userId });
  }

  /**
   * Registers a destination, in place of the one there was: its queued events are canceled, the key is new, and the
   * verification is on its way. The destination is not waited for (decisions 6.4).
   * @throws AppError 422 with what is wrong with the URL; 429 after five accepted registrations in an hour
   */
  async register(userId: string, rawUrl: string): Promise<{ endpoint: Endpoint; signingSecret: string }> {
    const url = await this.accepted(rawUrl);
    const size = { limit: this.env.WEBHOOK_REGISTRATIONS_PER_HOUR, windowMs: HOUR_MS };
    const hit = await this.windows.hit(`webhook-registrations:${userId}`, size);
    if (!hit.allowed) throw rateLimited(hit, `Too many registrations: ${size.limit} an hour are accepted.`, 'registration_limit');

    const signingSecret = newSigningSecret();
    const now = this.clock.now();
    const endpoint = Object.assign(new Endpoint(), {
      id: newId(),
      userId,
      url,
      verification: 'pending',
      verifiedAt: null,
      createdAt: now,
    } as const);
    endpoint.sealedSecret = this.encryption.seal(signingSecret, endpoint.id);
    const inFlight = await this.db.transaction(async (tx) => {
      // Makes a second registration of the same user wait, so that each knows the one that it replaces.
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhook-destination:${userId}`]);
      const [old] = await tx.query<{ id: string }[]>('SELECT id FROM webhook_endpoints WHERE user_id = $1', [userId]);
      // Waits for whoever is writing an event for the old destination, and makes the next one wait.
      await tx.query(
        `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) DO UPDATE
           SET id = excluded.id, url = excluded.url, sealed_secret = excluded.sealed_secret, created_at = excluded.created_at,
               verification = 'pending', verified_at = NULL`,
        [endpoint.id, userId, url, endpoint.sealedSecret, now],
      );
      const canceled = old && (await this.deliveries.cancel(tx, old.id));
      const eventId = newId();
      const data = { challenge: randomBytes(32).toString('base64url') };
      const body = eventBody({ id: eventId, type: VERIFICATION, createdAt: now, data });
      await this.deliveries.insertVerification(tx, endpoint.id, { userId, eventId, eventType: VERIFICATION, body, createdAt: now });
      this.waker.afterCommit(tx);
      return canceled?.inFlight ?? 0;
    });
    if (inFlight > 0) await sleep(LOOK_GOOD_MS); // nothing of the old destination leaves from here on (decisions 6.10)
    return { endpoint, signingSecret };
  }

  /** Removes the destination; what was queued for it is canceled. @throws AppError 404 when there is none */
  async remove(userId: string): Promise<void> {
    const inFlight = await this.db.transaction(async (tx) => {
      const [[removed]] = await tx.query<[{ id: string }[], number]>('DELETE FROM webhook_endpoints WHERE user_id = $1 RETURNING id', [
        userId,
      ]);
      if (!removed) throw new AppError('not_found', 'There is no webhook destination.');
      return (await this.deliveries.cancel(tx, removed.id)).inFlight;
    });
    if (inFlight > 0) await sleep(LOOK_GOOD_MS); // nothing of the old destination leaves from here on (decisions 6.10)
  }

  /**
   * Seals secrets anew that another key than the present one has sealed, so that the key before is needed no longer.
   * @returns how many were sealed anew, and how many cannot be opened with any key that is known
   */
  async reseal(): Promise<{ readonly resealed: number; readonly unreadable: number }> {
    let [resealed, unreadable] = [0, 0];
    for (let after = NIL; ;) {
      const endpoints = await this.db.manager.find(Endpoint, {
        where: { id: MoreThan(after) },
        order: { id: 'ASC' },
        take: RESEALED_AT_ONCE,
      });
      for (const { id, sealedSecret } of endpoints.filter((one) => !this.encryption.isCurrent(one.sealedSecret))) {
        const anew = this.sealedAnew(sealedSecret, id);
        if (anew === undefined) unreadable += 1;
        else resealed += (await this.db.manager.update(Endpoint, { id }, { sealedSecret: anew })).affected ?? 0;
      }
      const last = endpoints.at(-1);
      if (!last) return { resealed, unreadable };
      after = last.id;
    }
  }

  /** Makes a registration and a removal wait that would cancel what this transaction records: destination first, deliveries then. */
  async lock(tx: EntityManager, id: string): Promise<void> {
    await tx.query('SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /**
   * Activates a destination that has answered its own challenge, and lets the events go that were held for it.
   * @returns whether it is still the user's destination and was not active before
   */
  async activate(tx: EntityManager, id: string): Promise<boolean> {
    // Waits for whoever is writing an event that would be held (deliveries.queries.ts, insert).
    const { affected } = await tx.update(
      Endpoint,
      { id, verification: Not('verified') },
      { verification: 'verified', verifiedAt: this.clock.now() },
    );
    if (!affected) return false;
    await this.deliveries.release(tx, id);
    this.waker.afterCommit(tx);
    return true;
  }

  /** All attempts to verify are used up: what was held is canceled, and later events are not kept (decisions 6.6). */
  async giveUp(tx: EntityManager, id: string): Promise<void> {
    const { affected } = await tx.update(Endpoint, { id, verification: 'pending' }, { verification: 'failed' });
    if (affected) await this.deliveries.cancelHeld(tx, id);
  }

  private sealedAnew(sealed: Buffer, id: string): Buffer | undefined {
    try {
      return this.encryption.seal(this.encryption.open(sealed, id), id);
    } catch {
      return undefined; // counted: the operator is told how many
    }
  }

  private async accepted(rawUrl: string): Promise<string> {
    const judged = judgeUrl(rawUrl, HTTPS_ONLY, this.outbound.exempt);
    if (typeof judged === 'string') throw invalid('url', judged, MESSAGES[judged]);
    try {
      await this.outbound.check(judged, LOOK_UP_MS);
    } catch (error) {
      // Whatever it was has one code, so that registration is no scanner.
      if (error instanceof OutboundError) throw invalid('url', 'host_not_public', MESSAGES.host_not_public);
      throw error;
    }
    return judged.href;
  }
}
