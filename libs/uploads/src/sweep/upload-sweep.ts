import { registerQueue } from '@app/jobs';
import { Clock, LOG, logContext } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { UPLOAD_STORAGE, type UploadStorage } from '../storage/upload-storage.js';
import { UploadLocks } from '../locks/upload-locks.js';
import { UploadsQueries } from '../uploads.queries.js';

const QUEUE = 'upload-sweep';

export const uploadSweepQueue = registerQueue(QUEUE);

const TICK_MS = 600_000;

/** Ids that are looked up at once. */
const BATCH = 200;

const NIL = '00000000-0000-0000-0000-000000000000';

/** Deletes uploads that have expired, and what an interrupted deletion has left. */
@Injectable()
export class UploadSweep {
  constructor(
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
    private readonly uploads: UploadsQueries,
    private readonly locks: UploadLocks,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @returns how many went. Those that somebody is at are left to the next time */
  async run(): Promise<number> {
    let swept = 0;
    for (let after = NIL; ;) {
      const ids = await this.uploads.sweepable(after, BATCH);
      for (const id of ids) if (await this.sweep(id)) swept += 1;
      if (ids.length < BATCH) return swept;
      after = ids.at(-1) ?? after;
    }
  }

  private async sweep(id: string): Promise<boolean> {
    let gone = false;
    await this.locks.ifFree(id, async () => {
      // A byte may have come, or a stock may have taken it, since it was listed: then it stays.
      if (!(await this.uploads.remove(id, { expired: true })) && (await this.uploads.find(id))) return;
      try {
        await this.storage.forget(id);
        await this.uploads.delete(id);
        gone = true;
      } catch (err) {
        this.log.error({ err, upload: id }, 'an expired upload could not be deleted; the next sweep tries again');
      }
    });
    return gone;
  }
}

@Injectable()
export class UploadSweepSchedule {
  constructor(
    @InjectQueue(QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks; the job's id is the tick, so that one of them sweeps. */
  @Cron('0 5-59/10 * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    await this.queue.add('sweep', {}, { jobId: `sweep-${Math.floor(this.clock.now().getTime() / TICK_MS)}` });
  }
}

@Processor(QUEUE)
export class UploadSweepProcessor extends WorkerHost {
  constructor(
    private readonly sweep: UploadSweep,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override process(job: Job): Promise<number> {
    return logContext.run({ job: `${QUEUE}/${job.id}` }, async () => {
      const deleted = await this.sweep.run();
      this.log.info({ deleted }, 'expired uploads deleted');
      return deleted;
    });
  }
}
