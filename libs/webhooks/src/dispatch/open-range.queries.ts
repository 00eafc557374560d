import { inIndexOrder, LAST_ID, NIL_ID } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Ids from one on, and before another. */
type IdRange = { readonly from: string; readonly to: string };

/** Before every id, and behind every id. */
const EVERY_ID: IdRange = { from: NIL_ID, to: LAST_ID };

/** Milliseconds for which a range is used. Only deliveries of a clock a day wrong can be outside of it meanwhile. */
const MAX_AGE_MS = 30_000;
const DAY_MS = 86_400_000;

/**
 * The ids between which unfinished deliveries are. With it in a statement, PostgreSQL plans the statement for the
 * partitions that have such deliveries, instead of all: with a year of history, a claim takes 7 ms instead of 174.
 */
@Injectable()
export class OpenRange {
  private range: IdRange = EVERY_ID;
  private lookedAt = -Infinity;

  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async current(): Promise<IdRange> {
    if (performance.now() - this.lookedAt >= MAX_AGE_MS) {
      const lookedAt = performance.now();
      this.range = await this.look();
      this.lookedAt = lookedAt;
    }
    return this.range;
  }

  /** From the first partition with an unfinished delivery to the last one; at least from yesterday to tomorrow. */
  private async look(): Promise<IdRange> {
    const bounds = await this.partitions();
    const [rows, others] = await inIndexOrder(this.db, async (tx) => [
      await tx.query<{ from: string; to: string }[]>(
        `SELECT p.lowest AS "from", p.highest AS "to" FROM unnest($1::uuid[], $2::uuid[]) AS p (lowest, highest)
           CROSS JOIN LATERAL (SELECT 1 FROM webhook_deliveries d WHERE d.finished_at IS NULL AND d.id >= p.lowest AND d.id < p.highest
                                ORDER BY d.endpoint_id LIMIT 1) AS unfinished`,
        [bounds.map(({ from }) => from), bounds.map(({ to }) => to)],
      ),
      await tx.query<unknown[]>('SELECT FROM webhook_deliveries_default WHERE finished_at IS NULL ORDER BY endpoint_id LIMIT 1'),
    ]);
    if (others.length > 0) return EVERY_ID;
    const now = Date.now();
    return rows.reduce(widened, { from: firstIdOf(now - DAY_MS), to: firstIdOf(now + DAY_MS) });
  }

  /** The bounds of all partitions but the default one. */
  private async partitions(): Promise<readonly IdRange[]> {
    const rows = await this.db.query<{ bounds: string }[]>(
      `SELECT pg_get_expr(c.relpartbound, c.oid) AS bounds
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_deliveries'::regclass`,
    );
    return rows.flatMap(({ bounds }) => {
      const [, from = NIL_ID, to] = /FROM \((?:'([^']+)'|MINVALUE)\) TO \('([^']+)'\)/.exec(bounds) ?? [];
      return to === undefined ? [] : [{ from, to }];
    });
  }
}

/** Excludes the partitions that have no unfinished delivery, by a range of {@link OpenRange}. */
export const IS_OPEN = (table: string, from: string, to: string): string => `${table}.id >= ${from}::uuid AND ${table}.id < ${to}::uuid`;

/** The range of these ids alone. */
export function rangeOf(ids: readonly string[]): IdRange {
  const from = ids.reduce((least, id) => (id < least ? id : least), LAST_ID);
  const to = ids.reduce((greatest, id) => (id > greatest ? id : greatest), NIL_ID);
  return { from, to };
}

function widened(range: IdRange, { from, to }: IdRange): IdRange {
  return { from: from < range.from ? from : range.from, to: to > range.to ? to : range.to };
}

/** The least UUIDv7 of a moment. */
function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
