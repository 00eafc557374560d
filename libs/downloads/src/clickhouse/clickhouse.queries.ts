import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isUnavailable } from '@app/database';
import { codeOf } from '@app/process';
import { httpErrors } from '@app/http/errors';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ClickHouseClient } from '@clickhouse/client';
import { DownloadsEnv } from '../downloads.env.js';

/** Values of the placeholders `{name:Type}` of a statement; numbers and arrays of numbers as ClickHouse writes them. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** Milliseconds that a statement may take, a reader of its rows once they come, and a statement that changes tables. */
const STATEMENT_TIMEOUT_MS = 20_000;
const READER_TIMEOUT_MS = 600_000;
const SCHEMA_TIMEOUT_MS = 120_000;
const PING_TIMEOUT_MS = 2000;

/** Seconds after which a caller may ask again while ClickHouse is away. */
const RETRY_AFTER_SECONDS = 5;

/**
 * An insert is acknowledged when its rows are stored, on every shard that they belong to. A copy brings many months at
 * once. Settings stand in statements: some proxies of ClickHouse refuse them as parameters.
 */
const STORED = 'SETTINGS async_insert = 0, distributed_foreground_insert = 1, max_partitions_per_insert_block = 0';

/**
 * No two partitions have the same download. A statement ends in ClickHouse when nobody waits for it any more: otherwise
 * it would go on beside those that callers repeat, each of which makes the others later.
 */
const read = (query: string, timeoutMs: number) =>
  `${query} SETTINGS do_not_merge_across_partitions_select_final = 1, max_execution_time = ${timeoutMs / 1000}`;

/** A message of the server about the statement itself, which would fail again: a fault of ours or of the schema. */
const FAULTS = /^(?:SYNTAX_ERROR|UNKNOWN_(?:IDENTIFIER|FUNCTION|SETTING)|TYPE_MISMATCH|CANNOT_PARSE\w*|BAD_ARGUMENTS)$/;

/** The server or cluster of `DOWNLOADS_URL`. Its client is loaded with the first statement. */
@Injectable()
export class ClickHouse implements OnApplicationShutdown {
  private connecting: Promise<ClickHouseClient> | undefined;

  constructor(private readonly env: DownloadsEnv) {}

  /** Whether it keeps the downloads; otherwise PostgreSQL does. */
  get isUsed(): boolean {
    return this.env.DOWNLOADS_URL !== undefined;
  }

  /** The rows of a statement. */
  async rows<Row>(query: string, parameters: Parameters = {}): Promise<Row[]> {
    const signal = AbortSignal.timeout(STATEMENT_TIMEOUT_MS);
    return this.attempt(signal, async (client) => {
      const statement = read(query, STATEMENT_TIMEOUT_MS);
      const result = await client.query({ query: statement, query_params: parameters, format: 'JSONEachRow', abort_signal: signal });
      return result.json<Row>();
    });
  }

  /** The rows of a statement as they come, some at a time: memory stays constant. */
  async *readRows<Row>(query: string, parameters: Parameters): AsyncGenerator<Row[]> {
    const ending = new AbortController();
    const { signal } = ending;
    let deadline = setTimeout(() => ending.abort(), STATEMENT_TIMEOUT_MS);
    try {
      const statement = read(query, READER_TIMEOUT_MS);
      const result = await this.attempt(signal, (client) =>
        client.query({ query: statement, query_params: parameters, format: 'JSONEachRow', abort_signal: signal }),
      );
      clearTimeout(deadline);
      deadline = setTimeout(() => ending.abort(), READER_TIMEOUT_MS);
      for await (const rows of result.stream<Row>()) yield rows.map((row) => row.json<Row>());
    } catch (error) {
      throw this.judged(error, signal);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Adds rows to a table. @param lines each an array of its values in JSON */
  async insert(table: string, lines: string): Promise<void> {
    const signal = AbortSignal.timeout(STATEMENT_TIMEOUT_MS);
    await this.attempt(signal, async (client) => {
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} ${STORED} FORMAT JSONCompactEachRow`,
        values: Readable.from([lines], { objectMode: false }),
        abort_signal: signal,
      });
      await buffer(stream);
    });
  }

  /** Runs a statement that changes tables. */
  async change(query: string, parameters: Parameters = {}): Promise<void> {
    const signal = AbortSignal.timeout(SCHEMA_TIMEOUT_MS);
    await this.attempt(signal, (client) => client.command({ query, query_params: parameters, abort_signal: signal }));
  }

  /** @throws AppError while it does not answer */
  async ping(): Promise<void> {
    const signal = AbortSignal.timeout(PING_TIMEOUT_MS);
    await this.attempt(signal, (client) => client.query({ query: 'SELECT 1', format: 'JSONEachRow', abort_signal: signal }).then((r) => r.text())); // prettier-ignore
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.connecting)?.close();
  }

  private async attempt<T>(signal: AbortSignal, work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    try {
      return await work(await (this.connecting ??= this.connect()));
    } catch (error) {
      throw this.judged(error, signal);
    }
  }

  private async connect(): Promise<ClickHouseClient> {
    const { clientOf } = await import('./client.js');
    return clientOf(this.env.DOWNLOADS_URL ?? '', READER_TIMEOUT_MS); // each statement has a deadline of its own
  }

  /** ClickHouse that does not answer is a temporary fault to a caller; a statement that it refuses is our fault. */
  private judged(error: unknown, signal: AbortSignal): unknown {
    const { type } = error as { readonly type?: string }; // of ClickHouse's own errors
    const isTemporary = signal.aborted || isUnavailable(error) || (type !== undefined && !FAULTS.test(type));
    if (!isTemporary) return error;
    const why = signal.aborted ? 'it did not answer in time' : (codeOf(error) ?? (error as Error).message);
    const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
    const unavailable = httpErrors.unavailable('The figures of downloads are not available at the moment.', { headers });
    unavailable.cause = new Error(`ClickHouse is not available: ${why}`, { cause: error });
    return unavailable;
  }
}
