import { Batches } from '@app/platform';
import { AdmissionDatabase } from '@app/rate-limit';
import { Injectable } from '@nestjs/common';

/** Most users of one statement. */
const BATCH_SIZE = 500;

/** Up to where the log must be replayed for these users to see what they have written. Ascending, so that two batches cannot deadlock. */
const NOTE = `
  INSERT INTO last_writes (user_id, position)
  SELECT id, (pg_current_wal_insert_lsn() - '0/0')::bigint FROM unnest($1::uuid[]) AS u (id) GROUP BY id ORDER BY id
  ON CONFLICT (user_id) DO UPDATE SET position = greatest(last_writes.position, excluded.position)`;

/** Remembers how much of the primary's log a replica must have before a user reads there (ADR 0122). */
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
