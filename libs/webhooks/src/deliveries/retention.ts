import { registerQueue } from '@app/jobs';
import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { DeliveriesQueries } from './deliveries.queries.js';
import { WebhooksEnv } from '../webhooks.env.js';

const QUEUE = 'webhook-retention';

export const retentionQueue = registerQueue(QUEUE);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deletes finished deliveries that are older than `RETENTION_DAYS` (spec 6.11). */
@Injectable()
export class Retention {
  constructor(
    private readonly deliveries: DeliveriesQueries,
    private readonly env: WebhooksEnv,
  ) {}

  /** @returns how many went */
  run(now: Date): Promise<number> {
    return this.deliveries.deleteFinishedBefore(new Date(now.getTime() - this.env.RETENTION_DAYS * DAY_MS));
  }
}

@Injectable()
export class RetentionSchedule {
  constructor(
    @InjectQueue(QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks; the job's id is the tick, so that one of them runs it. */
  @Cron('0 30 * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    await this.queue.add('retain', {}, { jobId: `retain-${Math.floor(this.clock.now().getTime() / HOUR_MS)}` });
  }
}

@Processor(QUEUE)
export class RetentionProcessor extends WorkerHost {
  constructor(
    private readonly retention: Retention,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<number> {
    return logContext.run({ job: `${QUEUE}/${job.id}` }, async () => {
      const deleted = await this.retention.run(this.clock.now());
      this.log.info({ deleted }, 'old deliveries deleted');
      return deleted;
    });
  }
}
