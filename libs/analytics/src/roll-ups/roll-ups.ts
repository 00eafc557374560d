import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { lockOldestStale, rollUp } from './roll-ups.queries.js';

/** Makes the daily roll-ups out of the raw rows, for days that are over in UTC. */
@Injectable()
export class RollUps {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Rolls up every podcast's days that are over and stale, oldest first, each in a transaction of its own. Several runs at once share
   * the days.
   * @param signal ends the run after the day in hand
   * @returns how many podcasts' days were rolled up
   */
  async rollUpDays(now = new Date(), signal?: AbortSignal): Promise<number> {
    for (let days = 0; ; days += 1) {
      if (signal?.aborted || !(await this.db.transaction((tx) => rollUpOldest(tx, now)))) return days;
    }
  }
}

/** @returns false if no day is left, or other runs are working on all of them */
async function rollUpOldest(tx: EntityManager, now: Date): Promise<boolean> {
  const due = await lockOldestStale(tx, now);
  if (due) await rollUp(tx, due);
  return due !== null;
}
