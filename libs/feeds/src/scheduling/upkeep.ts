import { NIL_ID } from '@app/database';
import { Injectable } from '@nestjs/common';
import { UpkeepQueries } from './upkeep.queries.js';

/** Plans automatic refetches of feeds that have none yet, and deletes hosts without feeds. */
@Injectable()
export class Upkeep {
  constructor(private readonly queries: UpkeepQueries) {}

  async run(signal?: AbortSignal): Promise<void> {
    await this.queries.forgetHosts();
    let after: string | undefined = NIL_ID;
    while (after !== undefined && !signal?.aborted) after = await this.queries.plan(after);
  }
}
