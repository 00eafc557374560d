import { wakeUp } from '@app/jobs';

export const DISPATCH_QUEUE = 'webhooks.dispatch';

/** Wakes a worker after a transaction that wrote deliveries. The sweep finds within a second what a lost wake-up missed. */
export const dispatchWakeUp = wakeUp(DISPATCH_QUEUE);
