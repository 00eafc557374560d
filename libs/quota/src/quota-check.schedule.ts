import { registerQueue } from '@app/jobs';
import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import { CronJob } from 'cron';
import type { Logger } from 'pino';
import { LowQuotaCheck } from './low-quota-check.js';
import { QuotaEnv } from './quota.env.js';

const QUEUE = 'quota-check';

export const quotaCheckQueue = registerQueue(QUEUE);

/** Asks for a check at every tick of `QUOTA_CHECK_CRON` (UTC). */
@Injectable()
export class QuotaCheckSchedule implements OnApplicationBootstrap {
  constructor(
    @InjectQueue(QUEUE) private readonly queue: Queue,
    private readonly schedules: SchedulerRegistry,
    private readonly env: QuotaEnv,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const job = CronJob.from({ cronTime: this.env.QUOTA_CHECK_CRON, onTick: () => void this.enqueue(), timeZone: 'UTC' });
    this.schedules.addCronJob(QUEUE, job);
    job.start();
  }

  /** Every worker ticks; the job's id is the tick's minute, or second where there are seconds, so that one of them checks. */
  private async enqueue(): Promise<void> {
    const tickMs = this.env.QUOTA_CHECK_CRON.trim().split(/\s+/).length === 5 ? 60_000 : 1000;
    const tick = Math.floor(this.clock.now().getTime() / tickMs);
    try {
      await this.queue.add('check', {}, { jobId: `check-${tick}` });
    } catch (err) {
      this.log.warn({ err }, 'the quota check of this tick was not queued; the next one finds the same');
    }
  }
}

@Processor(QUEUE)
export class QuotaCheckProcessor extends WorkerHost {
  constructor(
    private readonly quota: LowQuotaCheck,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<{ risen: number; fallen: number }> {
    return logContext.run({ job: `${QUEUE}/${job.id}` }, async () => {
      const crossings = await this.quota.run();
      this.log.info(crossings, 'quota checked');
      return crossings;
    });
  }
}
