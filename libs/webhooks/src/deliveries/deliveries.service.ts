import { recordAction } from '@app/auth/services';
import { httpErrors } from '@app/http/errors';
import { EventPublisher, VERIFICATION } from '@app/outbox';
import { isId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { EndpointsQueries } from '../endpoints/endpoints.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { webhookErrors } from '../webhooks.errors.js';
import { DeliveriesQueries, type DeliveryDetails, type DeliverySummary } from './deliveries.queries.js';

const DAY_MS = 86_400_000;

/** Deliveries that the history lists (contract 6.9). */
const HISTORY_SIZE = 50;

@Injectable()
export class DeliveriesService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly deliveries: DeliveriesQueries,
    private readonly endpoints: EndpointsQueries,
    private readonly publisher: EventPublisher,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
  ) {}

  /** The latest deliveries of a user over all configurations, newest first. */
  latest(userId: string): Promise<DeliverySummary[]> {
    return this.deliveries.latestOf(userId, HISTORY_SIZE, this.keptSince());
  }

  latestForOperator(userId: string, limit: number): Promise<DeliverySummary[]> {
    return this.deliveries.latestOf(userId, limit);
  }

  /** @throws AppError 404 when there is none, or when it is another user's */
  async find(id: string, userId: string): Promise<DeliveryDetails> {
    const delivery = isId(id) ? await this.deliveries.find(id) : null;
    if (delivery?.userId !== userId || (delivery.finishedAt ?? Infinity) < this.keptSince()) throw notFound();
    return delivery;
  }

  /**
   * Sends a finished delivery's event once more to the user's active destination, as a new delivery (contract 6.14).
   * @throws AppError 409 `not_redeliverable`, `delivery_not_finished`, `endpoint_not_active`
   */
  redeliver(id: string, userId: string): Promise<DeliveryDetails> {
    return this.db.transaction((tx) => this.copy(tx, { id, userId, anyDestination: true }));
  }

  /**
   * The operator's way: to the destination that the delivery was made for, and to no other.
   * @throws AppError also 409 when that destination was replaced or removed
   */
  async redeliverAsOperator(id: string): Promise<DeliveryDetails> {
    const delivery = isId(id) ? await this.deliveries.find(id) : null;
    if (!delivery) throw notFound();
    return this.db.transaction(async (tx) => {
      const copy = await this.copy(tx, { id, userId: delivery.userId, anyDestination: false });
      await recordAction(tx, { actor: null, action: 'delivery.redeliver', target: id });
      return copy;
    });
  }

  /** Deliveries that were finished before are shown no longer, also before retention has removed it (contract 6.17). */
  private keptSince(): Date {
    return new Date(this.clock.now().getTime() - this.env.RETENTION_DAYS * DAY_MS);
  }

  private async copy(
    tx: EntityManager,
    { id, userId, anyDestination }: { id: string; userId: string; anyDestination: boolean },
  ): Promise<DeliveryDetails> {
    // A registration and a removal wait for this transaction, and cancel what it writes.
    const endpoint = await this.endpoints.lockOf(tx, userId, 'SHARE');
    const delivery = await this.deliveries.find(id, tx);
    if (!delivery) throw notFound();
    if (delivery.eventType === VERIFICATION) throw webhookErrors.not_redeliverable();
    if (delivery.status === 'queued' || delivery.status === 'sending') throw webhookErrors.delivery_not_finished();
    if (!anyDestination && endpoint?.id !== delivery.endpointId) throw httpErrors.conflict('Its destination was replaced or removed.');
    if (endpoint?.verification !== 'verified') throw webhookErrors.endpoint_not_active();
    const copy = (await this.publisher.deliver(tx, [delivery.eventId])).get(delivery.eventId) ?? '';
    const written = await this.deliveries.find(copy, tx);
    if (!written) throw new Error(`event ${delivery.eventId} could not be delivered again`);
    return written;
  }
}

const notFound = () => httpErrors.not_found('There is no such delivery.');
