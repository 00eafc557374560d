import { registerQueue } from '@app/jobs';
import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { CountingQueries } from './counting.queries.js';
import { ListenerKeys } from './listener-keys.js';

const QUEUE = 'listener-expiry';

export const expiryQueue = registerQueue(QUEUE);

const HOUR_MS = 3_600_000;

export type ExpiredRows = { readonly windows: number; readonly keys: number };

/** Deletes the keys and windows of listeners that have expired. */
@Injectable()
export class ListenerExpiry {
  constructor(
    private readonly counting: CountingQueries,
    private readonly keys: ListenerKeys,
  ) {}

  /** @returns how many windows and keys were deleted */
  async run(now: Date): Promise<ExpiredRows> {
    return { windows: await this.counting.forgetWindows(now), keys: await this.keys.forget(now) };
  }
}

@Injectable()
export class ExpirySchedule {
  constructor(
    @InjectQueue(QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks. The job's id is the hour, so that one of them runs it. */
  @Cron('0 4 * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    await this.queue.add('delete', {}, { jobId: `delete-${Math.floor(this.clock.now().getTime() / HOUR_MS)}` });
  }
}

@Processor(QUEUE)
export class ExpiryProcessor extends WorkerHost {
  constructor(
    private readonly expiry: ListenerExpiry,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<ExpiredRows> {
    return logContext.run({ job: `${QUEUE}/${job.id}` }, async () => {
      const deleted = await this.expiry.run(this.clock.now());
      this.log.info(deleted, 'expired keys and windows of listeners deleted');
      return deleted;
    });
  }
}
