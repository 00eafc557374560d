import { connect, Socket } from 'node:net';
import pg from 'pg';
import { codeOf } from '@app/process';
import { DatabaseUnavailableError, DISK_FULL, READ_ONLY } from './availability.js';
import { statementTimeoutMs } from './statement-timeout.js';

/** How long this process waits for PostgreSQL. */
export type DatabaseTimeouts = {
  /** For a free connection, and once more for a new one to be established. */
  readonly connectMs: number;
  /** For the answer to a statement, a lock that it waits for included. */
  readonly statementMs: number;
  /** For a lock, in a transaction. */
  readonly lockMs: number;
  /** Between two statements of a transaction; PostgreSQL ends the session then. */
  readonly idleInTransactionMs: number;
};

type Callback = (error: Error | null, result?: unknown) => void;

/** A statement that the pool itself sends; it takes what is left of the wait for the connection. */
const MIN_STATEMENT_MS = 1000;

/** CancelRequest of PostgreSQL's protocol: 1234 and 5678 in two 16-bit halves. */
const CANCEL_REQUEST_CODE = 80_877_102;

/** Milliseconds in which the cancellation of a statement must have been sent. */
const CANCEL_MS = 2000;

/**
 * A connection on which every wait ends. A statement without an answer in time is cancelled, and its connection is
 * ended: behind a black hole there is no other way to tell. Timeouts of the server are set inside each transaction,
 * since PgBouncer refuses start-up parameters and shares sessions.
 */
export class GuardedClient extends pg.Client {
  private readonly socket: Socket;
  private readonly timeouts: DatabaseTimeouts;
  private failure: Error | undefined;
  private readOnly = false;
  /** Called when PostgreSQL has no room on its disk. */
  onDiskFull: () => void = () => undefined;

  constructor(config: pg.ClientConfig & { readonly timeouts: DatabaseTimeouts }) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    this.timeouts = config.timeouts;
    // Also while nobody else listens: an 'error' without a listener would end the process.
    this.on('error', (error: Error) => (this.failure ??= error));
    this.on('end', () => (this.failure ??= new DatabaseUnavailableError('The connection to the database has ended.')));
  }

  /** Whether the connection must not be used again. */
  get isSpent(): boolean {
    return this.failure !== undefined || this.readOnly;
  }

  /** Whether PostgreSQL has refused a write on this connection because it was read-only. */
  get isReadOnly(): boolean {
    return this.readOnly;
  }

  /** Deadline of the next statement, whatever its own timeout. Set when the wait for this connection counts, too. */
  answerBy = Infinity;

  // The driver's signature has eight overloads; the arguments are passed on as they are.
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...all: unknown[]) => unknown;
    const [statement] = args;
    if (statement === 'START TRANSACTION') args[0] = this.startTransaction();
    const timer = setTimeout((ms: number) => this.giveUp(ms), ...this.nextTimeout());
    const settled = (error: unknown): unknown => {
      clearTimeout(timer);
      return error ? this.explained(error) : error;
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (error: Error | null, result?: unknown) =>
        (callback as Callback)(settled(error) as Error | null, result),
      ) as never;
    }
    return (query(...args) as Promise<unknown>).then(
      (result) => (settled(null), result),
      (error: unknown) => Promise.reject(settled(error) as Error),
    ) as never;
  }

  /** Whether the server answers over this connection at once. A connection without an answer is ended. */
  isAnswered(): Promise<boolean> {
    this.answerBy = performance.now() + MIN_STATEMENT_MS;
    const asked = statementTimeoutMs.exit(() => this.query('SELECT 1') as Promise<unknown>);
    return asked.then(() => true, () => false); // prettier-ignore
  }

  private nextTimeout(): [ms: number, argument: number] {
    const left = statementTimeoutMs.getStore() === undefined ? this.answerBy - performance.now() : Infinity;
    this.answerBy = Infinity;
    const ms = Math.min(this.silenceMs, Math.max(MIN_STATEMENT_MS, left));
    return [ms, ms];
  }

  private startTransaction(): string {
    const own = this.silenceMs;
    const { lockMs, idleInTransactionMs } = this.timeouts;
    const settings = {
      statement_timeout: own,
      lock_timeout: Math.min(lockMs, own),
      idle_in_transaction_session_timeout: idleInTransactionMs,
    };
    return ['START TRANSACTION', ...Object.entries(settings).map(([name, ms]) => `SET LOCAL ${name} = ${Math.floor(ms)}`)].join('; ');
  }

  /** The effect of an error on the connection, and its cause where the driver has no code for it. */
  private explained(error: unknown): unknown {
    if (codeOf(error) === READ_ONLY) this.readOnly = true;
    if (codeOf(error) === DISK_FULL) this.onDiskFull();
    if (this.failure === undefined || codeOf(error) !== undefined) return error;
    return codeOf(this.failure) === undefined
      ? new DatabaseUnavailableError('The connection to the database was lost.', { cause: error })
      : this.failure;
  }

  /** Milliseconds without an answer after which the database counts as away. */
  private get silenceMs(): number {
    return Math.min(statementTimeoutMs.getStore() ?? this.timeouts.statementMs, 2 ** 31 - 1);
  }

  /** Ends the connection, and whatever waits for it. */
  private giveUp(ms: number): void {
    this.cancelOnServer();
    this.failure ??= new DatabaseUnavailableError(`The database has not answered within ${ms} ms.`);
    this.socket.destroy(this.failure);
  }

  /** Asks PostgreSQL to end the statement, so that it stops waiting for a lock. Nothing depends on its success. */
  private cancelOnServer(): void {
    // Set by the driver from the server's BackendKeyData; its type declarations lack them.
    const { processID, secretKey } = this as unknown as { readonly processID: number | null; readonly secretKey: number | null };
    if (processID === null || secretKey === null) return;
    const request = Buffer.alloc(16);
    [16, CANCEL_REQUEST_CODE, processID, secretKey].forEach((value, index) => request.writeInt32BE(value, index * 4));
    const socket = this.host.startsWith('/') ? connect(`${this.host}/.s.PGSQL.${this.port}`) : connect(this.port, this.host);
    socket.setTimeout(CANCEL_MS, () => socket.destroy());
    socket.on('error', () => undefined).end(request);
  }
}
