import type { RequestRelease } from '@tus/utils';
import { openSession } from '@app/platform';
import pg from 'pg';

/** Holders listen here for the ids of uploads that somebody else wants. */
const WANTED = 'upload_wanted';

/** Any fixed number: keeps our advisory locks apart from others. */
const SEED = 7_306_112_008;

/** Milliseconds in which PostgreSQL must answer; then the connection counts as lost, and every lock with it. */
const ANSWER_MS = 5000;

/** A lock, or the wish for one until PostgreSQL has answered. */
export type Held = {
  readonly session: LockSession;
  readonly wanted: RequestRelease;
  readonly released: Promise<void>;
  readonly free: () => void;
  isOurs: boolean;
};

/**
 * One connection and the advisory locks that it holds. They go with it: when it ends, whoever works under one is asked to stop, and
 * none of them is asked for or given back on another connection.
 */
export class LockSession {
  private readonly held = new Map<string, Held>();
  private turns: Promise<unknown> = Promise.resolve();
  private over = false;

  /** @param onLost told once, with the reason if there is one */
  private constructor(
    private readonly client: pg.Client,
    private readonly onLost: (error?: Error) => void,
  ) {
    this.client.on('error', (error) => this.lose(error));
    this.client.on('end', () => this.lose());
    this.client.on('notification', ({ payload }) => this.askFor(payload ?? ''));
  }

  /** @throws Error when there is no connection to be had */
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

  /** Who holds the lock in this process, or is about to. */
  holderOf(id: string): Held | undefined {
    return this.held.get(id);
  }

  holders(): Held[] {
    return [...this.held.values()];
  }

  /** Asks who holds the lock in this process to let go. */
  askFor(id: string): void {
    const held = this.held.get(id);
    if (held?.isOurs) void held.wanted(); // whoever only waits for it has nothing to let go of
  }

  /** Asks who holds the lock in another process to let go. */
  async askOthersFor(id: string): Promise<void> {
    await this.ask('SELECT pg_notify($1, $2)', [WANTED, id]);
  }

  /** @returns undefined when somebody has it, here or elsewhere */
  async tryLock(id: string, wanted: RequestRelease): Promise<Held | undefined> {
    if (this.held.has(id)) return undefined;
    const { promise: released, resolve: free } = Promise.withResolvers<void>();
    const held: Held = { session: this, wanted, released, free, isOurs: false };
    this.held.set(id, held); // before the first wait: the connection would let this process have it twice
    try {
      const [row] = await this.ask<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, $2)) AS locked', [id, SEED]);
      held.isOurs = row?.locked === true;
      return held.isOurs ? held : undefined;
    } finally {
      if (!held.isOurs) this.forget(id, held);
    }
  }

  /** Gives a lock back. @throws Error when it went with its connection */
  async unlock(id: string, held: Held): Promise<void> {
    try {
      if (!this.over) await this.ask('SELECT pg_advisory_unlock(hashtextextended($1, $2))', [id, SEED]);
    } finally {
      this.forget(id, held);
    }
  }

  async end(): Promise<void> {
    this.over = true;
    await this.client.end().catch(() => undefined); // it has gone by itself
  }

  private forget(id: string, held: Held): void {
    if (this.held.get(id) === held) this.held.delete(id);
    held.free();
  }

  /** One statement after the other: a connection does one at a time. */
  private async ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const turn = this.turns.then(() => this.client.query<Row>(text, [...values]));
    this.turns = turn.catch(() => undefined); // told to who asked
    try {
      return (await turn).rows;
    } catch (error) {
      // What PostgreSQL refuses, it has answered. Otherwise nobody knows what has become of the locks.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') this.lose(error as Error);
      throw error;
    }
  }

  /** The locks are not ours any more, or soon will not be: whoever writes under one must stop. */
  private lose(error?: Error): void {
    if (this.over) return;
    void this.end();
    for (const held of this.held.values()) void held.wanted();
    this.onLost(error);
  }
}
