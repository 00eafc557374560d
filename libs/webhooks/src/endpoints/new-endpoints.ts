import { newId } from '@app/database';
import { Encryption } from '@app/env';
import { Endpoint, newSigningSecret } from '@app/outbox';
import { Clock, Outbound, OutboundError } from '@app/process';
import { Injectable } from '@nestjs/common';
import { webhookErrors } from '../webhooks.errors.js';

/** Milliseconds that looking up the name of a new destination may take. */
const LOOKUP_TIMEOUT_MS = 3000;

/** Judges the URL of a destination, and makes its secret. */
@Injectable()
export class NewEndpoints {
  constructor(
    private readonly outbound: Outbound,
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 422 with what is wrong with the URL */
  async make(userId: string, rawUrl: string): Promise<{ readonly endpoint: Endpoint; readonly signingSecret: string }> {
    const url = await this.accepted(rawUrl);
    const [id, signingSecret] = [newId(), newSigningSecret()];
    const endpoint = Object.assign(new Endpoint(), {
      id,
      userId,
      url,
      sealedSecret: this.encryption.seal(signingSecret, id),
      verification: 'pending',
      verifiedAt: null,
      createdAt: this.clock.now(),
    } as const);
    return { endpoint, signingSecret };
  }

  private async accepted(rawUrl: string): Promise<string> {
    const judged = this.outbound.judge(rawUrl);
    if (typeof judged === 'string') throw webhookErrors[judged]({}, { field: 'url' });
    try {
      await this.outbound.check(judged, LOOKUP_TIMEOUT_MS);
    } catch (error) {
      // One code for every reason, so that a registration cannot be used to scan networks.
      if (error instanceof OutboundError) throw webhookErrors.host_not_public({}, { field: 'url' });
      throw error;
    }
    return judged.href;
  }
}
