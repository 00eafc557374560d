import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { UpkeepQueries } from './upkeep.queries.js';

const DAY_MS = 86_400_000;

/** Days for which finished refetches are kept, the latest of each podcast apart. */
const KEPT_DAYS = 7;

/** Batches of one run: what is left is the next run's. */
const MAX_BATCHES = 200;

/** Finds feeds whose automatic refetches are not planned yet, and deletes what is no longer needed. */
@Injectable()
export class Upkeep {
  constructor(
    private readonly queries: UpkeepQueries,
    private readonly clock: Clock,
  ) {}

  /** @returns what was done; undefined when there was nothing to do */
  async run(signal?: AbortSignal): Promise<{ readonly adopted: number; readonly deleted: number } | undefined> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    const adopted = await inBatches(() => this.queries.adopt(), signal);
    const deleted = await inBatches(() => this.queries.deleteFinishedBefore(before), signal);
    await this.queries.forget();
    return adopted + deleted > 0 ? { adopted, deleted } : undefined;
  }
}

async function inBatches(work: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES && !signal?.aborted; batch += 1) {
    const count = await work();
    total += count;
    if (count === 0) break;
  }
  return total;
}
