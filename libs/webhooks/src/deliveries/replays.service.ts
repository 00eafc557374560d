import { httpErrors } from '@app/http/errors';
import { eventTypesOf, VERIFICATION, type EventType } from '@app/outbox';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { EndpointsQueries } from '../endpoints/endpoints.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { webhookErrors } from '../webhooks.errors.js';
import { ReplaysQueries } from './replays.queries.js';

const DAY_MS = 86_400_000;

/** Types that can be replayed: a verification is requested anew instead. */
export const REPLAYED_TYPES: readonly EventType[] = eventTypesOf('webhook').filter((type) => type !== VERIFICATION);

@Injectable()
export class ReplaysService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly endpoints: EndpointsQueries,
    private readonly replays: ReplaysQueries,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends every event since a time that the user has not received, in order, beside new events (contract 6.19).
   * @returns how many they are
   * @throws AppError 404 without a destination; 409 `endpoint_not_active`, `replay_in_progress`; 422 `too_old`
   */
  async begin(userId: string, since: Date, types?: readonly EventType[] | null): Promise<number> {
    const days = this.env.RETENTION_DAYS;
    return this.db.transaction(async (tx) => {
      // A registration and a removal wait for this transaction.
      const endpoint = await this.endpoints.lockOf(tx, userId, 'SHARE');
      if (!endpoint) throw httpErrors.not_found('There is no webhook destination.');
      if (since.getTime() < this.clock.now().getTime() - days * DAY_MS) throw webhookErrors.too_old({ days }, { field: 'since' });
      if (endpoint.verification !== 'verified') throw webhookErrors.endpoint_not_active();
      const count = await this.replays.begin(tx, { userId, endpointId: endpoint.id, since, types: types ?? REPLAYED_TYPES });
      if (count === null) throw webhookErrors.replay_in_progress();
      return count;
    });
  }
}
