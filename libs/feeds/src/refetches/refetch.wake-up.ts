import { wakeUp } from '@app/jobs';

export const REFETCH_QUEUE = 'rss-refetch';

/** Wakes a worker after a refetch was requested. */
export const refetchWakeUp = wakeUp(REFETCH_QUEUE);
