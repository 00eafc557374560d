import { registerQueue } from '@app/jobs';
import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable, Module } from '@nestjs/common';
import { Cron, ScheduleModule } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';

const QUEUE = 'rate-limit-sweep';

/** Rows deleted in one statement: short locks, whatever has piled up. */
const BATCH = 1000;

@Injectable()
export class SweepSchedule {
  constructor(
    @InjectQueue(QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks; the job's id is the tick, so that one of them sweeps. */
  @Cron('0 */10 * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    const tick = Math.floor(this.clock.now().getTime() / 600_000);
    await this.queue.add('sweep', {}, { jobId: `sweep-${tick}` });
  }
}

/** Forgets the windows of callers who have gone quiet. Redis lets its own expire. */
@Processor(QUEUE)
export class SweepProcessor extends WorkerHost {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<number> {
    return logContext.run({ job: `${QUEUE}/${job.id}` }, async () => {
      const deleted = await this.sweep();
      this.log.info({ deleted }, 'rate limit windows swept');
      return deleted;
    });
  }

  /** @returns how many rows went */
  async sweep(): Promise<number> {
    let total = 0;
    for (;;) {
      // Rows that a request holds at this moment are in use: skipped, not waited for.
      const [, deleted] = await this.db.query<[unknown, number]>(
        `DELETE FROM rate_limit_windows WHERE key IN (
           SELECT key FROM rate_limit_windows WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        [BATCH],
      );
      total += deleted;
      if (deleted < BATCH) return total;
    }
  }
}

/** The worker's part of the rate limits. */
@Module({
  imports: [ScheduleModule.forRoot(), registerQueue(QUEUE)],
  providers: [SweepSchedule, SweepProcessor],
})
export class SweepModule {}
