import { registerQueue } from '@app/jobs';
import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { RollUps } from './roll-ups.js';

const QUEUE = 'analytics-roll-ups';

export const rollUpsQueue = registerQueue(QUEUE);

const HOUR_MS = 3_600_000;

@Injectable()
export class RollUpsSchedule {
  constructor(
    @InjectQueue(QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks. The job's id is the hour, so that one of them runs it. By five past, the day's downloads are written. */
  @Cron('0 5 * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    await this.queue.add('roll-up', {}, { jobId: `roll-up-${Math.floor(this.clock.now().getTime() / HOUR_MS)}` });
  }
}

@Processor(QUEUE)
export class RollUpsProcessor extends WorkerHost {
  constructor(
    private readonly rollUps: RollUps,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<{ readonly rolledUp: number }> {
    return logContext.run({ job: `${QUEUE}/${job.id}` }, async () => {
      const done = { rolledUp: await this.rollUps.run(this.clock.now()) };
      this.log.info(done, 'days rolled up');
      return done;
    });
  }
}
