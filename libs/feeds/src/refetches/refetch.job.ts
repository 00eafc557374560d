import { scheduledJob } from '@app/jobs';
import { Injectable } from '@nestjs/common';
import { REFETCH_QUEUE } from './refetch.wake-up.js';
import { RefetchLoop } from '../scheduling/refetch.loop.js';
import { UpkeepQueries } from '../scheduling/upkeep.queries.js';

@Injectable()
export class RefetchJob {
  constructor(
    readonly loop: RefetchLoop,
    readonly upkeep: UpkeepQueries,
  ) {}
}

/** A wake-up makes the loop look for due refetches at once, not when the next is due. The schedule runs the upkeep. */
export const refetchJob = scheduledJob({
  name: REFETCH_QUEUE,
  cron: '*/30 * * * * *',
  ownQueue: { concurrency: 1 },
  inject: RefetchJob,
  run: async ({ loop, upkeep }, { reason, signal }) => {
    if (reason === 'schedule') await upkeep.planFeeds(signal);
    loop.wake();
  },
});
