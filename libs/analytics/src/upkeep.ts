import { registerQueue } from '@app/jobs';
import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { CountingQueries } from './counting.queries.js';
import { ListenerKeys } from './listener-keys.js';
import { RollUps } from './roll-ups.js';

const QUEUE = 'analytics-upkeep';

export const upkeepQueue = registerQueue(QUEUE);

const HOUR_MS = 3_600_000;

export type Upkept = { readonly rolledUp: number; readonly windows: number; readonly keys: number };

/** Rolls up the days that are over, and forgets what counting needs no more. */
@Injectable()
export class Upkeep {
  constructor(
    private readonly rollUps: RollUps,
    private readonly counting: CountingQueries,
    private readonly keys: ListenerKeys,
  ) {}

  /** @returns podcasts' days rolled up; windows and keys deleted */
  async run(now: Date): Promise<Upkept> {
    const [windows, keys] = [await this.counting.forgetWindows(now), await this.keys.forget(now)];
    return { rolledUp: await this.rollUps.run(now), windows, keys };
  }
}

@Injectable()
export class UpkeepSchedule {
  constructor(
    @InjectQueue(QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks; the job's id is the tick, so that one of them runs it. Some minutes into the hour: the day is counted then. */
  @Cron('0 5 * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    await this.queue.add('keep', {}, { jobId: `keep-${Math.floor(this.clock.now().getTime() / HOUR_MS)}` });
  }
}

@Processor(QUEUE)
export class UpkeepProcessor extends WorkerHost {
  constructor(
    private readonly upkeep: Upkeep,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<Upkept> {
    return logContext.run({ job: `${QUEUE}/${job.id}` }, async () => {
      const done = await this.upkeep.run(this.clock.now());
      this.log.info(done, 'analytics kept up');
      return done;
    });
  }
}
