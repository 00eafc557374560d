import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Counter } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Env } from '@app/env';
import { logContext, type LogContext, LOG, Metrics, TooBusyError, codeOf } from '@app/process';
import { isUnavailable } from './availability.js';
import { DatabasePool } from './database-pool.js';
import { withStatementTimeout } from './statement-timeout.js';
import { API_TIMEOUTS } from './timeouts.js';

/** Milliseconds between attempts to reach a replica that has failed. */
const RETRY_MS = 2000;

/** Shorter than for the primary, which answers instead of an unavailable replica. */
const CONNECT_MS = 1000;
const STATEMENT_MS = 3000;

/** The position in the write-ahead log that a server has: what a standby has replayed, or all that a primary has. */
const REPLAYED = `SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0')::float8 AS position`;

/** From its last statement on, a transaction sees the same state. Its cursors are read to the end. */
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL cursor_tuple_fraction = 1; ${REPLAYED}`;

/** The position up to which the log is written; on a standby used as primary, what it has replayed. */
const WRITTEN = `SELECT ((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END) - '0/0')::float8 AS position`;

/** SQLSTATE: a query on a standby was cancelled because it needed rows that the primary has removed. */
const CONFLICT = '40001';

type Position = { readonly position: number };

/** A connection for several statements of one reader. */
type Reader = { readonly client: pg.PoolClient; readonly release: () => Promise<void> };

/**
 * Reads lists, exports and figures from the replica at `DATABASE_READ_URL`. The primary answers if there is no replica,
 * if it is unavailable, and if it has not yet replayed what the caller has written (ADR 0122).
 */
@Injectable()
export class ReadDatabase implements OnApplicationShutdown {
  private readonly pool: pg.Pool | undefined;
  /** Positions of the log that requests must see. */
  private readonly needed = new WeakMap<LogContext, number>();
  /** Requests whose reads the replica has answered. */
  private readonly fromReplica = new WeakSet<LogContext>();
  /** The last known position of each connection's server. It never decreases. */
  private readonly replayed = new WeakMap<object, number>();
  private retry: NodeJS.Timeout | undefined;
  private readonly reads: Counter<'from'>;

  constructor(
    @InjectDataSource() private readonly primary: DataSource,
    { DATABASE_READ_URL: url, DATABASE_POOL_SIZE: max }: Env,
    @Inject(LOG) private readonly log: Logger,
    metrics: Metrics,
  ) {
    if (url !== undefined) {
      const timeouts = { ...API_TIMEOUTS, connectMs: CONNECT_MS };
      this.pool = new DatabasePool({ connectionString: url, max, timeouts, readsOnly: true, application_name: 'reads' });
    }
    const help = 'Lists, exports and figures, by the server that they were read from (primary, replica).';
    this.reads = metrics.counter('database_reads_total', help, ['from']);
  }

  /** Whether there is a replica, so that positions of callers' writes must be recorded. */
  get hasReplica(): boolean {
    return this.pool !== undefined;
  }

  /** The present request must see what was written until this position of the primary's log. */
  mustSee(position: number): void {
    const context = logContext.getStore();
    if (context) this.needed.set(context, position);
  }

  /** The position that the present request must see, or a replica has shown: the caller's next must see as much. */
  get position(): number {
    const context = logContext.getStore();
    return (context && this.needed.get(context)) ?? 0;
  }

  /** Whether the replica has answered a read of the present request. */
  get isFromReplica(): boolean {
    const context = logContext.getStore();
    return context !== undefined && this.fromReplica.has(context);
  }

  /** Runs one statement that reads. */
  async query<Rows extends readonly object[]>(text: string, values: unknown[]): Promise<Rows> {
    const began = performance.now();
    const rows = await this.onReplica(async ({ client, release }) => {
      try {
        const result = await withStatementTimeout(STATEMENT_MS, () => client.query(text, values));
        this.hasShown(client, await this.look(client)); // after the statement, which has seen no more
        return result.rows as unknown as Rows;
      } finally {
        await release();
      }
    });
    if (rows) return rows;
    this.reads.inc({ from: 'primary' });
    const leftMs = API_TIMEOUTS.statementMs - (performance.now() - began);
    return withStatementTimeout(leftMs, () => this.primary.query<Rows>(text, values));
  }

  /** A connection whose statements all see the same state of the database. The caller releases it. */
  async openSnapshot(): Promise<Reader> {
    const reader = await this.onReplica(async (one) => {
      try {
        this.hasShown(one.client, await begin(one.client));
        return one;
      } catch (error) {
        one.client.release(true);
        throw error;
      }
    });
    if (reader) return reader;
    this.reads.inc({ from: 'primary' });
    const runner = this.primary.createQueryRunner();
    try {
      const client = (await runner.connect()) as pg.PoolClient;
      await begin(client);
      return { client, release: () => runner.release() };
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  /** The position of the primary's log that the replica has replayed. @throws Error while it cannot be reached */
  async replayedPosition(): Promise<number> {
    const { pool } = this;
    if (!pool || this.retry) throw new Error('the replica cannot be reached');
    const { rows } = await withStatementTimeout(STATEMENT_MS, () => pool.query<Position>(REPLAYED));
    return rows[0]?.position ?? 0;
  }

  /** The position up to which the primary has written its log. */
  async writtenPosition(): Promise<number> {
    const [row] = await this.primary.query<Position[]>(WRITTEN);
    return row?.position ?? 0;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.retry);
    await this.pool?.end();
  }

  /** @returns undefined if the primary must answer: the replica is unavailable, or has not replayed enough */
  private async onReplica<T>(work: (reader: Reader) => Promise<T>): Promise<T | undefined> {
    if (!this.pool || this.retry) return undefined;
    try {
      const reader = await this.caughtUp(this.pool);
      if (!reader) return undefined;
      const result = await work(reader);
      this.reads.inc({ from: 'replica' });
      const context = logContext.getStore();
      if (context) this.fromReplica.add(context);
      return result;
    } catch (error) {
      if (!isUnavailable(error) || error instanceof TooBusyError) throw error;
      if (codeOf(error) !== CONFLICT) this.pause(this.pool, error);
      return undefined;
    }
  }

  private async caughtUp(pool: pg.Pool): Promise<Reader | undefined> {
    const client = await pool.connect();
    const release = () => Promise.resolve(client.release());
    try {
      if (await this.seesEnough(client)) return { client, release };
    } catch (error) {
      client.release(true);
      throw error;
    }
    await release();
    return undefined;
  }

  private async seesEnough(client: pg.PoolClient): Promise<boolean> {
    const needed = this.position;
    return (this.replayed.get(client) ?? 0) >= needed || (await this.look(client)) >= needed;
  }

  private async look(client: pg.PoolClient): Promise<number> {
    const { rows } = await withStatementTimeout(STATEMENT_MS, () => client.query<Position>(REPLAYED));
    const position = rows[0]?.position ?? 0;
    this.replayed.set(client, position);
    return position;
  }

  /** Other reads of the request, and of its caller, must see as much as this connection's server has shown. */
  private hasShown(client: pg.PoolClient, position: number): void {
    this.replayed.set(client, position);
    this.mustSee(Math.max(position, this.position));
  }

  /** Checks a failed replica again in the background, so that no request waits for it. */
  private pause(pool: pg.Pool, err: unknown): void {
    if (this.retry) return;
    this.log.warn({ err }, 'the replica of DATABASE_READ_URL is not available; the primary answers');
    const look = async (): Promise<void> => {
      const client = await pool.connect();
      client.release();
      clearInterval(this.retry);
      this.retry = undefined;
      this.log.info('the replica is available again');
    };
    this.retry = setInterval(() => void look().catch(() => undefined), RETRY_MS).unref();
  }
}

/** @returns a position that the snapshot does not exceed */
async function begin(client: pg.PoolClient): Promise<number> {
  const results = (await client.query(SNAPSHOT)) as unknown as readonly pg.QueryResult<Position>[];
  return results.at(-1)?.rows[0]?.position ?? 0;
}
