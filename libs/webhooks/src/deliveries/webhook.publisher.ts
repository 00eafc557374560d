import { Clock, newId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeliveriesQueries } from './deliveries.queries.js';
import { DispatcherWaker } from '../dispatch/dispatcher.waker.js';
import { eventBody, type PublishedEvent } from '../events.js';

/** What other features call, inside the transaction of the change that they tell of. */
@Injectable()
export class WebhookPublisher {
  constructor(
    private readonly deliveries: DeliveriesQueries,
    private readonly waker: DispatcherWaker,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes events for those of their users who have a destination. Nothing is sent before the transaction is committed, and
   * nothing ever when it is rolled back (decisions 6.11).
   */
  async publish(tx: EntityManager, ...events: readonly PublishedEvent[]): Promise<void> {
    const createdAt = this.clock.now();
    const rows = events.map((event) => {
      const eventId = newId();
      return { userId: event.userId, eventId, eventType: event.type, body: eventBody({ id: eventId, createdAt, ...event }), createdAt };
    });
    if ((await this.deliveries.insert(tx, rows)) > 0) this.waker.afterCommit(tx);
  }
}
