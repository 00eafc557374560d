import type { RequestRelease } from '@tus/utils';
import { openSession } from '@app/database';
import pg from 'pg';

/** The channel of NOTIFY on which holders hear the ids of uploads that another process wants to lock. */
const WANTED = 'upload_wanted';

/** Any fixed number: it separates these advisory locks from others. */
const SEED = 7_306_112_008;

/** Milliseconds in which PostgreSQL must answer. After them the connection and all of its locks count as lost. */
const ANSWER_MS = 5000;

/** A lock, or the request for one until PostgreSQL has answered. */
export type HeldLock = {
  readonly session: LockSession;
  readonly wanted: RequestRelease;
  readonly released: Promise<void>;
  readonly free: () => void;
  isOurs: boolean;
};

/**
 * One connection and the advisory locks that it holds. When it ends, its locks end: their holders are asked to stop,
 * and no lock is released on another connection.
 */
export class LockSession {
  private readonly held = new Map<string, HeldLock>();
  private turns: Promise<unknown> = Promise.resolve();
  private over = false;

  /** @param onLost is called once, with the reason if there is one */
  private constructor(
    private readonly client: pg.Client,
    private readonly onLost: (error?: Error) => void,
  ) {
    this.client.on('error', (error) => this.lose(error));
    this.client.on('end', () => this.lose());
    this.client.on('notification', ({ payload }) => this.askFor(payload ?? ''));
  }

  /** @throws Error when no connection can be made */
  static async open(connectionString: string, onLost: (error?: Error) => void): Promise<LockSession> {
    const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
    const config = { application_name: 'upload-locks', keepAlive: true, ...limits };
    const client = await openSession(connectionString, config).catch((error: Error) => {
      onLost(error);
      throw error;
    });
    const session = new LockSession(client, onLost);
    try {
      await session.ask(`LISTEN ${WANTED}`);
      return session;
    } catch (error) {
      session.lose();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.over;
  }

  /** The lock of an upload that this process holds or has requested. */
  holderOf(id: string): HeldLock | undefined {
    return this.held.get(id);
  }

  holders(): HeldLock[] {
    return [...this.held.values()];
  }

  /** Asks the holder in this process to release the lock. */
  askFor(id: string): void {
    const held = this.held.get(id);
    if (held?.isOurs) void held.wanted(); // a request that only waits for it has nothing to release
  }

  /** Asks the holder in another process to release the lock. */
  async askOthersFor(id: string): Promise<void> {
    await this.ask('SELECT pg_notify($1, $2)', [WANTED, id]);
  }

  /** @returns undefined when the lock is held, by this process or another one */
  async tryLock(id: string, wanted: RequestRelease): Promise<HeldLock | undefined> {
    if (this.held.has(id)) return undefined;
    const { promise: released, resolve: free } = Promise.withResolvers<void>();
    const held: HeldLock = { session: this, wanted, released, free, isOurs: false };
    this.held.set(id, held); // before the first wait: PostgreSQL grants one connection the same lock twice
    try {
      const [row] = await this.ask<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, $2)) AS locked', [id, SEED]);
      held.isOurs = row?.locked === true;
      return held.isOurs ? held : undefined;
    } finally {
      if (!held.isOurs) this.forget(id, held);
    }
  }

  /** Releases a lock. @throws Error when it was lost with its connection */
  async unlock(id: string, held: HeldLock): Promise<void> {
    try {
      if (!this.over) await this.ask('SELECT pg_advisory_unlock(hashtextextended($1, $2))', [id, SEED]);
    } finally {
      this.forget(id, held);
    }
  }

  async end(): Promise<void> {
    this.over = true;
    await this.client.end().catch(() => undefined); // it has ended already
  }

  private forget(id: string, held: HeldLock): void {
    if (this.held.get(id) === held) this.held.delete(id);
    held.free();
  }

  /** Runs statements one after the other, since a connection runs one at a time. */
  private async ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const turn = this.turns.then(() => this.client.query<Row>(text, [...values]));
    this.turns = turn.catch(() => undefined); // the caller gets the error
    try {
      return (await turn).rows;
    } catch (error) {
      // After an error of PostgreSQL the connection still works. After any other failure the state of its locks is
      // unknown.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') this.lose(error as Error);
      throw error;
    }
  }

  /** The locks are lost, or soon will be: every holder must stop writing. */
  private lose(error?: Error): void {
    if (this.over) return;
    void this.end();
    for (const held of this.held.values()) void held.wanted();
    this.onLost(error);
  }
}
