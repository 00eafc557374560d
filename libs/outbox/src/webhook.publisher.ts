import { wakeUp, type WakeUp } from '@app/jobs';
import { newId } from '@app/database';
import { Clock, logContext, startSpan, TRACEPARENT } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { eventBody, type PublishedEvent } from './events.js';
import { OutboxQueries } from './outbox.queries.js';

export const DISPATCH_QUEUE = 'webhooks.dispatch';

/** Wakes a worker after a transaction that wrote deliveries. The sweep finds within a second what a lost wake-up missed. */
export const dispatchWakeUp = wakeUp(DISPATCH_QUEUE);

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
   * nothing ever when it is rolled back (contract 6.11).
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

/** The request or job that publishes an event, and the event's span where requests are traced. */
type EventCause = { readonly causedBy: string | null; readonly traceparent: string | null };

/** Notes an event in the log context of the present request or job, and in its trace. */
export function noteEvent({ eventId, eventType }: { readonly eventId: string; readonly eventType: string }): EventCause {
  const context = logContext.getStore();
  if (context) context.event = context.event === undefined ? eventId : `${context.event} ${eventId}`.slice(0, MAX_LOGGED);
  const span = startSpan(`publish ${eventType}`, {
    kind: 'PRODUCER',
    parent: context?.[TRACEPARENT],
    attributes: { 'messaging.message.id': eventId },
  });
  span?.end();
  return { causedBy: context?.request ?? context?.job ?? null, traceparent: span?.traceparent ?? null };
}
