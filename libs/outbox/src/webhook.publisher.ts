import type { WakeUp } from '@app/jobs';
import { Clock, newId } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dispatchWakeUp } from './dispatch.wake-up.js';
import { noteEvent } from './event-cause.js';
import { eventBody, type PublishedEvent } from './events.js';
import { OutboxQueries } from './outbox.queries.js';

/** Other features publish their events with it, inside the transaction of the change that caused them. */
@Injectable()
export class WebhookPublisher {
  constructor(
    private readonly outbox: OutboxQueries,
    @Inject(dispatchWakeUp.token) private readonly wakeUp: WakeUp,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes events for those of their users who have a destination. Nothing is sent before the transaction is committed, and
   * nothing ever when it is rolled back (decisions 6.11).
   * @returns the ids of the events, in their order, including events without a recipient
   */
  async publish(tx: EntityManager, ...events: readonly PublishedEvent[]): Promise<string[]> {
    const createdAt = this.clock.now();
    const rows = events.map((event) => {
      const eventId = newId();
      return {
        ...noteEvent({ eventId, eventType: event.type }),
        userId: event.userId,
        eventId,
        eventType: event.type,
        body: eventBody({ id: eventId, createdAt, ...event }),
        createdAt,
      };
    });
    if ((await this.outbox.insert(tx, rows)) > 0) this.wakeUp.afterCommit(tx);
    return rows.map(({ eventId }) => eventId);
  }

  /** Which of these events were not canceled before any attempt. */
  kept(tx: EntityManager, events: readonly { readonly userId: string; readonly eventId: string }[]): Promise<ReadonlySet<string>> {
    return this.outbox.kept(tx, events);
  }
}
