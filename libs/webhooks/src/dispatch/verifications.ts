import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { ClaimsQueries, type Result } from './claims.queries.js';

/** Ends verifications. */
@Injectable()
export class Verifications {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly claims: ClaimsQueries,
    private readonly backlogs: BacklogsQueries,
  ) {}

  /**
   * The end of a verification and the state of its destination are one transaction. Events that this releases are claimed when the
   * slot of the attempt becomes free.
   * @returns whether it was recorded: a late echo for a destination that was replaced, removed or verified anew means nothing
   */
  async record(endpointId: string, result: Result): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      if (!(await this.claims.recordVerification(tx, endpointId, result))) return false;
      if (result.status === 'delivered') await this.backlogs.activate(tx, endpointId);
      else await this.backlogs.giveUp(tx, endpointId);
      return true;
    });
  }
}
