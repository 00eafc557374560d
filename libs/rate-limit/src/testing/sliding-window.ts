import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresSlidingWindow } from '../windows/postgres-sliding-window.js';
import type { SlidingWindow } from '../windows/sliding-window.js';

/** The limits as they are kept on a test's database. */
export function slidingWindowOn(db: DataSource): SlidingWindow {
  return new PostgresSlidingWindow({
    query: <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => db.query<Row[]>(text, values),
  });
}
