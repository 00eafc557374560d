import { logContext, startSpan, TRACEPARENT } from '@app/platform';

/** The request or job that publishes an event, and the event's span where requests are traced. */
type EventCause = { readonly causedBy: string | null; readonly traceparent: string | null };

/** Characters of the ids of events that log lines of their request have. */
const MAX_LOGGED = 400;

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
