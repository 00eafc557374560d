import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ListenerKey } from './counting.entities.js';
import { WindowsQueries } from './windows.queries.js';
import { dayOf, WINDOW_MS } from './listener-keys.js';

const HOUR_MS = 3_600_000;

type ExpiredRows = { readonly windows: number; readonly keys: number };

/** Windows are kept for an hour longer than needed: clocks of processes differ, and some write late. */
const MARGIN_MS = HOUR_MS;

/** Deletes the keys and windows of listeners that have expired. */
@Injectable()
export class ListenerExpiry {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly windows: WindowsQueries,
  ) {}

  /** @returns how many windows and keys were deleted */
  async deleteExpired(now = new Date()): Promise<ExpiredRows> {
    const windowsBefore = new Date(now.getTime() - WINDOW_MS - MARGIN_MS);
    const windows = await this.windows.deleteBefore(windowsBefore);
    const keys = await this.db.manager.delete(ListenerKey, { day: LessThan(dayOf(now, -WINDOW_MS)) });
    return { windows, keys: keys.affected ?? 0 };
  }
}
