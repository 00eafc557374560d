import { AdmissionDatabase } from '@app/database';
import { Batches } from '@app/process';
import { Injectable } from '@nestjs/common';

/** Most users of one statement. */
const BATCH_SIZE = 500;

/**
 * Stores the log positions that these users have to see: those given, or all that is committed now. Rows are locked in
 * order, so that batches cannot deadlock.
 */
const NOTE = `
  INSERT INTO last_writes (user_id, position)
  SELECT id, max(coalesce(position, (pg_current_wal_insert_lsn() - '0/0')::bigint))
    FROM unnest($1::uuid[], $2::bigint[]) AS u (id, position) GROUP BY id ORDER BY id
  ON CONFLICT (user_id) DO UPDATE SET position = greatest(last_writes.position, excluded.position)`;

type Statements = { query(text: string, values: unknown[]): Promise<unknown> };

/** @property position of the log; undefined: of all that is committed */
type Seen = { readonly userId: string; readonly position: number | undefined };

/**
 * Records how much of the primary's log a replica must have replayed before these users read from it: all that is
 * committed now (ADR 0122).
 */
export async function noteSeen(db: Statements, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await db.query(NOTE, [userIds, []]);
}

/** Records it for the callers of this process, many at a time. */
@Injectable()
export class OwnWritesQueries {
  private readonly batches = new Batches<Seen, undefined>(
    (seen) => this.write(seen),
    BATCH_SIZE,
    ({ userId }) => userId,
  );

  constructor(private readonly db: AdmissionDatabase) {}

  /** The user has committed or been told something. @param position that shows it; the primary's unless given */
  async note(userId: string, position?: number): Promise<void> {
    await this.batches.ask({ userId, position });
  }

  private async write(seen: readonly Seen[]): Promise<undefined[]> {
    await this.db.query(NOTE, [seen.map(({ userId }) => userId), seen.map(({ position }) => position)]);
    return seen.map(() => undefined);
  }
}
