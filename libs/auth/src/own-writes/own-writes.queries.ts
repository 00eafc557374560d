import { AdmissionDatabase } from '@app/database';
import { Batches } from '@app/process';
import { Injectable } from '@nestjs/common';

/** Most users of one statement. */
const BATCH_SIZE = 500;

/** Stores the log position that these users have to see. Rows are locked in order, so that batches cannot deadlock. */
const NOTE = `
  INSERT INTO last_writes (user_id, position)
  SELECT id, (pg_current_wal_insert_lsn() - '0/0')::bigint FROM unnest($1::uuid[]) AS u (id) GROUP BY id ORDER BY id
  ON CONFLICT (user_id) DO UPDATE SET position = greatest(last_writes.position, excluded.position)`;

type Statements = { query(text: string, values: unknown[]): Promise<unknown> };

/**
 * Records how much of the primary's log a replica must have replayed before these users read from it: all that is
 * committed now (ADR 0122).
 */
export async function noteSeen(db: Statements, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await db.query(NOTE, [userIds]);
}

/** Records it for the callers of this process, many at a time. */
@Injectable()
export class OwnWritesQueries {
  private readonly batches = new Batches<string, undefined>(
    (userIds) => this.write(userIds),
    BATCH_SIZE,
    (userId) => userId,
  );

  constructor(private readonly db: AdmissionDatabase) {}

  /** The user has committed something, or been told something. */
  async note(userId: string): Promise<void> {
    await this.batches.ask(userId);
  }

  private async write(userIds: readonly string[]): Promise<undefined[]> {
    await noteSeen(this.db, userIds);
    return userIds.map(() => undefined);
  }
}
