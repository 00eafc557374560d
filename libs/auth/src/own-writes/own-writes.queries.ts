import { AdmissionDatabase } from '@app/database';
import { Batches } from '@app/process';
import { Injectable } from '@nestjs/common';

/** Most users of one statement. */
const BATCH_SIZE = 500;

/** Stores the log position that these users have to see. Rows are locked in ascending order, so that two batches cannot deadlock. */
const NOTE = `
  INSERT INTO last_writes (user_id, position)
  SELECT id, (pg_current_wal_insert_lsn() - '0/0')::bigint FROM unnest($1::uuid[]) AS u (id) GROUP BY id ORDER BY id
  ON CONFLICT (user_id) DO UPDATE SET position = greatest(last_writes.position, excluded.position)`;

/** Records how much of the primary's log a replica must have replayed before a user reads from it (ADR 0122). */
@Injectable()
export class OwnWritesQueries {
  private readonly batches = new Batches<string, undefined>(
    (userIds) => this.write(userIds),
    BATCH_SIZE,
    (userId) => userId,
  );

  constructor(private readonly db: AdmissionDatabase) {}

  /** The user has committed something. */
  async note(userId: string): Promise<void> {
    await this.batches.ask(userId);
  }

  private async write(userIds: readonly string[]): Promise<undefined[]> {
    await this.db.query(NOTE, [userIds]);
    return userIds.map(() => undefined);
  }
}
