import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { codeOf } from '@app/process';

/** A table whose partitions are made ahead by `add_<table>_partition(begins, ends)`, a function of its migration. */
export type PartitionedTable = {
  readonly table: string;
  readonly period: 'week' | 'month';
  /** The time that a bound means, in milliseconds. */
  readonly timeOf: (bound: string) => number;
};

/** `endsAt` is the first moment after it; the default partition, for rows that belong to no other, has none. */
type Partition = { readonly name: string; readonly endsAt: Date | null };

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

const MONDAY = Date.parse('2026-01-05T00:00:00Z');

/** Partitions that one run makes, should nobody have made any for a long time. */
const MAX_MADE = 100;

/** How often, and after how many milliseconds, a partition is tried again that is in use. */
const ATTEMPTS = 20;
const RETRY_MS = 300;

/** SQLSTATE: the lock is held by others. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The partitions of a table, the oldest first, the default one last. */
export async function partitionsOf(db: DataSource, { table, timeOf }: PartitionedTable): Promise<Partition[]> {
  const rows = await db.query<{ name: string; bounds: string }[]>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass`,
    [table],
  );
  return rows
    .map(({ name, bounds }) => {
      const end = / TO \('([^']+)'\)/.exec(bounds)?.[1];
      return { name, endsAt: end === undefined ? null : new Date(timeOf(end)) };
    })
    .sort((one, other) => (one.endsAt?.getTime() ?? Infinity) - (other.endsAt?.getTime() ?? Infinity));
}

/** Makes partitions for so many days ahead. Two processes at once make each one once. @returns how many */
export async function makePartitions(
  db: DataSource,
  table: PartitionedTable,
  { now, aheadDays }: { now: Date; aheadDays: number },
): Promise<number> {
  const ends = (await partitionsOf(db, table)).flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  const until = now.getTime() + aheadDays * DAY_MS;
  let made = 0;
  for (
    let begins = Math.max(...ends, beginOf(table.period, now.getTime()));
    begins <= until && made < MAX_MADE;
    begins = next(table.period, begins)
  ) {
    const bounds = [new Date(begins).toISOString(), new Date(next(table.period, begins)).toISOString()];
    const isMade = await unlessInUse(() => db.query<unknown[]>(`SELECT add_${table.table}_partition($1, $2)`, bounds));
    if (isMade === undefined && begins - now.getTime() < DAY_MS)
      throw new Error(`The next partition of ${table.table} cannot be made: transactions hold locks on the table (see pg_locks).`);
    if (isMade === undefined) return made; // the next run tries again
    made += 1;
  }
  return made;
}

/**
 * Repeats what could not get its locks at once. The functions of partitions wait 50 ms for each of at most four locks,
 * because others wait behind them (contract 16.2).
 * @returns undefined when the table stayed in use: a later run tries again
 */
export async function unlessInUse<T>(work: () => Promise<T>): Promise<T | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      await sleep(RETRY_MS);
    }
  }
  return undefined;
}

function beginOf(period: PartitionedTable['period'], time: number): number {
  const date = new Date(time);
  return period === 'month'
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
    : MONDAY + Math.floor((time - MONDAY) / WEEK_MS) * WEEK_MS;
}

function next(period: PartitionedTable['period'], begins: number): number {
  const date = new Date(begins);
  return period === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) : begins + WEEK_MS;
}
