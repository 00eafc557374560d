import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { REFETCH_QUEUE } from './refetch.waker.js';
import { Refetcher } from './refetcher.js';
import { RefetchesQueries } from './refetches.queries.js';

const TICK_MS = 30_000;
const DAY_MS = 86_400_000;

/** Days for which finished refetches are kept. */
const KEPT_DAYS = 30;

/** Feeds that one worker fetches at once: a slow one does not keep others waiting. */
const AT_ONCE = 4;

@Injectable()
export class RefetchSchedule {
  constructor(
    @InjectQueue(REFETCH_QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks; the job's id is the tick, so that one of them looks for feeds that are due by themselves. */
  @Cron('*/30 * * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    const jobId = `refetch-${Math.floor(this.clock.now().getTime() / TICK_MS)}`;
    await this.queue.add('due', {}, { jobId, removeOnComplete: { age: 120 }, removeOnFail: { age: 120 } });
  }
}

/** A job is a knock at the door: whoever hears it refetches until nothing is due. */
@Processor(REFETCH_QUEUE, { concurrency: AT_ONCE })
export class RefetchProcessor extends WorkerHost {
  constructor(
    private readonly refetcher: Refetcher,
    private readonly refetches: RefetchesQueries,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<void> {
    return logContext.run({ job: `${REFETCH_QUEUE}/${job.id}` }, async () => {
      if (job.name === 'due') {
        await this.refetches.deleteFinishedBefore(new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS));
        const queued = await this.refetches.queueDue();
        if (queued > 0) this.log.info({ queued }, 'feeds are due');
      }
      while (await this.refetcher.next()); // one after the other
    });
  }
}
