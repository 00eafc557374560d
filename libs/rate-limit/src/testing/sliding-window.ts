import type { DataSource } from 'typeorm';
import { PostgresSlidingWindow } from '../postgres-sliding-window.js';
import type { SlidingWindow } from '../sliding-window.js';

/** The limits as they are kept on a test's database. */
export function slidingWindowOn(db: DataSource): SlidingWindow {
  return new PostgresSlidingWindow(db);
}
