import { scheduledJob, wakeUp } from '@app/jobs';
import { Prober } from './prober.js';

const QUEUE = 'video-stocks.probe';

/**
 * Seconds between two looks for due files. Together with `LEASE_MS` they are how long a killed worker delays its file:
 * less than 30 s.
 */
export const PROBE_EVERY_SECONDS = 10;

const PROBE_CONCURRENCY = 2;

/** Reads containers until none is due. The schedule finds what a lost wake-up or a crashed worker has left. */
export const probeJob = scheduledJob({
  name: QUEUE,
  cron: `*/${PROBE_EVERY_SECONDS} * * * * *`,
  ownQueue: { concurrency: PROBE_CONCURRENCY },
  inject: Prober,
  run: async (prober, { signal }) => {
    while (!signal.aborted && (await prober.next())); // one after the other
  },
});

/** Wakes a worker after a stock has begun to process. */
export const probeWakeUp = wakeUp(QUEUE);
