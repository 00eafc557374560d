import { Clock } from '@app/process';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

const EVERY_MS = 5000;

/** An answer that took longer does not say when it was true. */
const MAX_ROUND_TRIP_MS = 1000;

/** Milliseconds until each process follows a step of the database's clock, also when one reading fails. */
export const CLOCKS_FOLLOW_MS = 2 * EVERY_MS + MAX_ROUND_TRIP_MS;

/** Statements that move planned times after a step of the database's clock (contract 2.13): see {@link moves}. */
export const MOVED_BY_CLOCK = Symbol('moved by clock');

/**
 * The statement that moves times of a table by $1 seconds, in rows that were written by the clock before its step.
 * These are all rows older than the transaction $3, which read the clock last before the step. Of later ones, the first
 * of the columns tells: by the new clock it is not before $2 after a step forward, and before it after a step back. A
 * time further ahead than the step may come early by the step.
 */
export function moves(table: string, columns: readonly [string, ...string[]], where = 'true'): string {
  const moved = columns.map((column) => `${column} = ${column} + $1::float8 * interval '1 second'`);
  return `UPDATE ${table} SET ${moved.join(', ')}
           WHERE ${where} AND (age(xmin) > age($3::xid) OR (${columns[0]} < $2::timestamptz) = ($1::float8 > 0))`;
}

/** Lets the {@link Clock} of this process follow the database's. While the database is away, it goes on by itself. */
@Injectable()
export class DatabaseClock implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.readTime().catch(() => undefined), EVERY_MS).unref();
    void this.readTime().catch(() => undefined);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async readTime(): Promise<void> {
    const asked = performance.now();
    const [row] = await this.db.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    const answered = performance.now();
    if (row && answered - asked <= MAX_ROUND_TRIP_MS) this.clock.follow(row.now, (asked + answered) / 2);
  }
}
