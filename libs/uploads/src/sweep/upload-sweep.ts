import { scheduledJob } from '@app/jobs';
import { NIL_ID } from '@app/database';
import { LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { UploadLocks } from '../locks/upload-locks.js';
import { UPLOAD_STORAGE, type UploadStorage } from '../storage/upload-storage.js';
import { UploadsQueries } from '../uploads.queries.js';

const BATCH_SIZE = 200;

/** Deletes uploads that have expired, and finishes deletions that were interrupted. */
@Injectable()
export class UploadSweep {
  constructor(
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
    private readonly uploads: UploadsQueries,
    private readonly locks: UploadLocks,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Uploads that another request holds are left to the next run.
   * @param signal ends the run after the present upload
   * @returns how many were deleted
   */
  async sweepExpired(signal?: AbortSignal): Promise<number> {
    let swept = 0;
    for (let after = NIL_ID; ;) {
      const ids = await this.uploads.sweepable(after, BATCH_SIZE);
      for (const id of ids) {
        if (signal?.aborted) return swept;
        if (await this.sweep(id)) swept += 1;
      }
      if (ids.length < BATCH_SIZE) return swept;
      after = ids.at(-1) ?? after;
    }
  }

  private async sweep(id: string): Promise<boolean> {
    let gone = false;
    await this.locks.ifFree(id, async () => {
      // Since it was listed, a byte may have arrived, or a stock may have used it: then it stays.
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

/** Every ten minutes, five minutes after the full ones: apart from other jobs. */
export const uploadSweepJob = scheduledJob({
  name: 'uploads.sweep',
  cron: '0 5-59/10 * * * *',
  inject: UploadSweep,
  run: async (sweep, { signal }) => ({ deleted: await sweep.sweepExpired(signal) }),
});
