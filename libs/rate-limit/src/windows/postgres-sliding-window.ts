import type { AdmissionDatabase } from '@app/database';
import { Batches } from '@app/process';
import type { Hit, SlidingWindow, WindowSize } from './sliding-window.js';

type Asked = WindowSize & { readonly key: string };
type Row = { readonly o_key: string; readonly o_allowed: number; readonly o_used: number; readonly o_frees_in_ms: number };

/** Most hits that are counted by one statement. */
const BATCH_SIZE = 1000;

/** The window as one row a key, which the function `hit_rate_limits` (see the migration) locks while it counts. */
export class PostgresSlidingWindow implements SlidingWindow {
  private readonly batches = new Batches<Asked, Hit>(
    (asked) => this.count(asked),
    BATCH_SIZE,
    ({ key }) => key,
  );

  constructor(private readonly db: Pick<AdmissionDatabase, 'query'>) {}

  hit(key: string, { limit, windowMs }: WindowSize): Promise<Hit> {
    return this.batches.ask({ key, limit, windowMs });
  }

  private async count(asked: readonly Asked[]): Promise<Hit[]> {
    const byKey = Map.groupBy(asked, ({ key }) => key);
    const keys = [...byKey].map(([key, hits]) => ({ key, hits: hits.length, ...sizeOf(hits) }));
    const rows = await this.db.query<Row>('SELECT * FROM hit_rate_limits($1::text[], $2::int[], $3::int[], $4::bigint[])', [
      keys.map(({ key }) => key),
      keys.map(({ hits }) => hits),
      keys.map(({ limit }) => limit),
      keys.map(({ windowMs }) => windowMs),
    ]);
    // The first hits of a key are those that are allowed.
    const left = new Map(rows.map((row) => [row.o_key, { row, given: 0 }]));
    return asked.map(({ key }) => {
      const of = left.get(key);
      if (!of) throw new Error('hit_rate_limits gave no row');
      const { o_allowed, o_used, o_frees_in_ms: freesInMs } = of.row;
      of.given += 1;
      const allowed = of.given <= o_allowed;
      return { allowed, used: allowed ? o_used - o_allowed + of.given : o_used, freesInMs };
    });
  }
}

/** A key has one size in a process. */
function sizeOf(hits: readonly Asked[]): WindowSize {
  const [{ limit, windowMs } = { limit: 0, windowMs: 0 }] = hits;
  return { limit, windowMs };
}
