import { Signals, wakeUp, type WakeUp } from '@app/jobs';
import { newId } from '@app/database';
import { Clock, logContext, startSpan, TRACEPARENT } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { eventTypesOf } from './event-types.js';
import { eventBody, type NewEvent } from './events.js';
import { OutboxQueries, type NewDelivery } from './outbox.queries.js';

export const DISPATCH_QUEUE = 'webhooks.dispatch';

/** Wakes a worker after a transaction that wrote deliveries. After a lost wake-up the sweep finds them in a second. */
export const dispatchWakeUp = wakeUp(DISPATCH_QUEUE);

/** Characters of the ids of events that log lines of their request have. */
const MAX_LOGGED = 400;

/** Features publish their events with it, inside the transaction of the change that caused them. */
@Injectable()
export class EventPublisher {
  constructor(
    private readonly outbox: OutboxQueries,
    @Inject(dispatchWakeUp.token) private readonly wakeUp: WakeUp,
    private readonly signals: Signals,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes events, and the deliveries of those that are sent to their user's destination. Nobody reads or gets one
   * before the transaction is committed, and never when it is rolled back (contract 6.11, 18). Publish what belongs
   * together in one call.
   * @returns the ids of the events, in their order
   */
  async publish(tx: EntityManager, ...events: readonly NewEvent[]): Promise<string[]> {
    const written = await this.insert(tx, events);
    const sent = eventTypesOf('webhook');
    await this.send(tx, written.filter((_, index) => sent.some((type) => type === events[index]?.type))); // prettier-ignore
    return written.map(({ eventId }) => eventId);
  }

  /** Writes events without sending them. @returns their ids, in their order */
  async write(tx: EntityManager, events: readonly NewEvent[]): Promise<string[]> {
    return (await this.insert(tx, events)).map(({ eventId }) => eventId);
  }

  /** Sends events to their users' destinations, for the first time or again. @returns ids of the deliveries by event */
  deliver(tx: EntityManager, eventIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const createdAt = this.clock.now();
    return this.send(tx, eventIds.map((eventId) => ({ eventId, createdAt, ...noteEvent(eventId) }))); // prettier-ignore
  }

  /** Which of these events have a delivery that was not canceled before any attempt. */
  kept(tx: EntityManager, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.outbox.kept(tx, eventIds);
  }

  private async insert(tx: EntityManager, events: readonly NewEvent[]): Promise<readonly NewDelivery[]> {
    if (events.length === 0) return [];
    const createdAt = this.clock.now();
    const rows = events.map((event) => {
      const { userId, podcastId, type } = event;
      const id = newId();
      return { id, userId, podcastId, type, body: eventBody({ id, createdAt, ...event }), createdAt };
    });
    await this.outbox.write(tx, rows);
    this.signals.afterCommit(tx, rows.flatMap(({ userId, podcastId }) => (podcastId === null ? [userId] : [userId, podcastId]))); // prettier-ignore
    return rows.map(({ id, type }) => ({ eventId: id, createdAt, ...noteEvent(id, type) }));
  }

  private async send(tx: EntityManager, deliveries: readonly NewDelivery[]): Promise<ReadonlyMap<string, string>> {
    if (deliveries.length === 0) return new Map();
    const written = await this.outbox.deliver(tx, deliveries);
    if (written.length > 0) this.wakeUp.afterCommit(tx);
    return new Map(written.map(({ id, eventId }) => [eventId, id]));
  }
}

/** The request or job that publishes an event, and the event's span where requests are traced. */
type EventCause = { readonly causedBy: string | null; readonly traceparent: string | null };

/** Notes an event in the log context of the present request or job, and in its trace. */
function noteEvent(eventId: string, type = 'event'): EventCause {
  const context = logContext.getStore();
  if (context) context.event = context.event === undefined ? eventId : `${context.event} ${eventId}`.slice(0, MAX_LOGGED);
  const span = startSpan(`publish ${type}`, {
    kind: 'PRODUCER',
    parent: context?.[TRACEPARENT],
    attributes: { 'messaging.message.id': eventId },
  });
  span?.end();
  return { causedBy: context?.request ?? context?.job ?? null, traceparent: span?.traceparent ?? null };
}
