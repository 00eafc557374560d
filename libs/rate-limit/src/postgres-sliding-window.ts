import type { DataSource } from 'typeorm';
import { SlidingWindow, type Hit, type WindowSize } from './sliding-window.js';

type Row = { readonly allowed: boolean; readonly used: number; readonly frees_in_ms: number };

/** The window as one row a key; the function `hit_rate_limit` (see the migration) locks it for the moment of the count. */
export class PostgresSlidingWindow extends SlidingWindow {
  constructor(private readonly db: DataSource) {
    super();
  }

  override async hit(key: string, { limit, windowMs }: WindowSize): Promise<Hit> {
    const [row] = await this.db.query<Row[]>('SELECT allowed, used, frees_in_ms FROM hit_rate_limit($1, $2, $3)', [key, limit, windowMs]);
    if (!row) throw new Error('hit_rate_limit gave no row');
    return { allowed: row.allowed, used: row.used, freesInMs: row.frees_in_ms };
  }
}
