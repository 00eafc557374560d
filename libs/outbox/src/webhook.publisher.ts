import type { WakeUp } from '@app/jobs';
import { Clock, logContext, newId, startSpan, TRACEPARENT } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dispatchWakeUp } from './dispatch.wake-up.js';
import { eventBody, type PublishedEvent } from './events.js';
import { OutboxQueries } from './outbox.queries.js';

/** Characters of the ids of events that log lines of their request have. */
const MAX_LOGGED = 400;

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
   * @returns the ids of the events, in their order, also of those that nobody gets
   */
  async publish(tx: EntityManager, ...events: readonly PublishedEvent[]): Promise<string[]> {
    const createdAt = this.clock.now();
    const context = logContext.getStore();
    const causedBy = context?.request ?? context?.job ?? null;
    const rows = events.map((event) => {
      const eventId = newId();
      if (context) context.event = context.event === undefined ? eventId : `${context.event} ${eventId}`.slice(0, MAX_LOGGED);
      const span = startSpan(`publish ${event.type}`, {
        kind: 'PRODUCER',
        parent: context?.[TRACEPARENT],
        attributes: { 'messaging.message.id': eventId },
      });
      span?.end();
      return {
        causedBy,
        traceparent: span?.traceparent ?? null,
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
