import { VERIFICATION, sign } from '@app/outbox';
import { Encryption } from '@app/env';
import { Batches, CalledOff, Clock, LOG, Outbound, OutboundError, type OutboundResponse } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { OwnOutcome } from '../deliveries/outcomes.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { CLAIM_VALID_MS, ClaimsQueries, type Claim } from './claims.queries.js';

/** Bytes that are read of an answer (contract 6.7). */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Seconds until an attempt is repeated that this machine could not make. */
const POSTPONED_SECONDS = { exhausted: 1, stalled: 5 } as const;

/** A destination that had less than this share of the timeout, because this process was stalled, is not blamed. */
const STALL_SHARE = 0.5;

/** Outcomes that a stall of this process causes. */
const CAUSED_BY_STALLS = new Set(['dns_error', 'connect_timeout', 'connection_reset', 'timeout']);

/** Claims that one statement looks at. */
const BATCH_SIZE = 1000;

/** Why an attempt was not made. `database`: whether its claim still holds is unknown. */
type Postponement = 'unknown_key' | 'internal_error' | 'database' | 'exhausted' | 'stalled';

/** The outcome of one exchange. */
export type Sent =
  | { readonly kind: 'answered'; readonly ok: boolean; readonly outcome: string; readonly durationMs: number }
  /** The delivery was canceled or taken over before the request left. */
  | { readonly kind: 'superseded' }
  /** A fault on our side: the attempt does not count and is repeated. */
  | { readonly kind: 'postponed'; readonly reason: Postponement; readonly seconds: number | null };

/** Whether a claim held, and since when that is known, on the clock of `performance.now()`. */
type Look = { readonly held: boolean; readonly at: number };

/** Sends claimed deliveries, outside of any transaction. Its state is the looks at claims under way. */
@Injectable()
export class Sender {
  private readonly looks = new Batches<Claim, Look>((claims) => this.look(claims), BATCH_SIZE);

  constructor(
    private readonly claims: ClaimsQueries,
    private readonly outbound: Outbound,
    private readonly encryption: Encryption,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * @param claimedAt when the claim was requested, on the clock of `performance.now()`
   * @param stalledMs for how many milliseconds this process could not run meanwhile
   */
  async send(claim: Claim, claimedAt: number, stalledMs: () => number): Promise<Sent> {
    const secret = this.secretOf(claim);
    if (secret === undefined) return this.postponed('unknown_key', this.env.WEBHOOK_RETRY_DELAYS[0]);
    const startedAt = performance.now();
    try {
      const { ok, outcome } = await this.exchange(secret, claim, claimedAt);
      return { kind: 'answered', ok, outcome, durationMs: Math.round(performance.now() - startedAt) };
    } catch (error) {
      if (error instanceof CalledOff) return { kind: 'superseded' };
      if (error instanceof ClaimUnknown) return this.postponed('database', null);
      if (!(error instanceof OutboundError)) {
        this.log.error({ err: error, event: claim.eventId }, 'an attempt could not be made');
        return this.postponed('internal_error', this.env.WEBHOOK_RETRY_DELAYS[0]);
      }
      if (error.isLocal) return this.postponed('exhausted', POSTPONED_SECONDS.exhausted);
      if (CAUSED_BY_STALLS.has(error.code) && stalledMs() > this.env.WEBHOOK_TIMEOUT_MS * STALL_SHARE)
        return this.postponed('stalled', POSTPONED_SECONDS.stalled);
      return { kind: 'answered', ok: false, outcome: error.code, durationMs: Math.round(performance.now() - startedAt) };
    }
  }

  private postponed(reason: Postponement, seconds: number | null = null): Sent {
    return { kind: 'postponed', reason, seconds };
  }

  /** Undefined when the key that sealed it is not known here: an operator must act. */
  private secretOf({ sealedSecret, endpointId, eventId }: Claim): string | undefined {
    try {
      return this.encryption.open(sealedSecret, endpointId);
    } catch (error) {
      this.log.error({ err: error, event: eventId }, 'an attempt could not be made');
      return undefined;
    }
  }

  /** The status decides an event, the echo a verification (contract 6.5, 6.7). */
  private async exchange(secret: string, claim: Claim, claimedAt: number): Promise<{ readonly ok: boolean; readonly outcome: string }> {
    const { url, eventId, eventType, body } = claim;
    const response = await this.outbound.request(new URL(url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'podcast-automation-webhooks/1',
        ...sign({ secret, eventId, body, at: this.clock.now() }),
      },
      body: Buffer.from(body),
      timeoutMs: this.env.WEBHOOK_TIMEOUT_MS,
      keepConnection: true,
      confirm: () => performance.now() - claimedAt < CLAIM_VALID_MS || this.holds(claim),
    });
    const outcome = String(response.status);
    const ok = response.status >= 200 && response.status <= 299;
    if (!ok || eventType !== VERIFICATION) {
      response.discard();
      return { ok, outcome };
    }
    return (await echoes(response, body)) ? { ok, outcome } : { ok: false, outcome: 'wrong_challenge' satisfies OwnOutcome };
  }

  /** Whether a claim holds, by a look that is still valid when its answer arrives. @throws ClaimUnknown */
  private async holds(claim: Claim): Promise<boolean> {
    for (;;) {
      const { held, at } = await this.looks.ask(claim);
      if (!held) return false;
      if (performance.now() - at < CLAIM_VALID_MS) return true;
    }
  }

  private async look(claims: readonly Claim[]): Promise<Look[]> {
    const at = performance.now();
    try {
      const held = await this.claims.held(claims);
      return claims.map(({ id }) => ({ held: held.has(id), at }));
    } catch (cause) {
      throw new ClaimUnknown('the database cannot say whether a claim holds', { cause });
    }
  }
}

class ClaimUnknown extends Error {}

/** Whether the answer is a JSON object with the challenge that was sent. */
async function echoes(response: OutboundResponse, sent: string): Promise<boolean> {
  const answer = await response.read(MAX_ANSWER_BYTES);
  const { data } = JSON.parse(sent) as { data: { challenge: string } };
  try {
    const echoed: unknown = JSON.parse(answer.toString());
    return typeof echoed === 'object' && echoed !== null && (echoed as { challenge?: unknown }).challenge === data.challenge;
  } catch {
    return false; // not JSON
  }
}
