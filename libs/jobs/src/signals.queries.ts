import { openSession } from '@app/database';
import { Env } from '@app/env';
import { Batches, LOG } from '@app/process';
import { Inject, Injectable, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource, EntityManager, EntitySubscriberInterface, TransactionCommitEvent } from 'typeorm';

const CHANNEL = 'signals';

/** Keys of one notification: PostgreSQL takes less than 8,000 bytes, and a key is an id. */
const MAX_KEYS = 200;

/** Milliseconds until a waiter looks again without a signal: a process may die between its commit and its signal. */
const LOOK_EVERY_MS = 5000;

const ANSWER_TIMEOUT_MS = 5000;

type Session = Awaited<ReturnType<typeof openSession>>;

export type WaitOptions<T> = {
  /** For how long it waits at most. */
  readonly seconds: number;
  readonly isDone: (found: T) => boolean;
  /** Milliseconds until it looks again in any case, when it has found that something is about to come. */
  readonly againMs?: (found: T) => number | undefined;
  /** Ends the wait early. */
  readonly closed: AbortSignal;
};

type Marked<T> = Record<symbol, Set<T> | undefined>;

/** Acts after the commit of the transactions that ask for it, and not after a rollback. */
export class AfterCommit<T> implements EntitySubscriberInterface {
  private readonly key = Symbol('after commit');

  constructor(
    db: DataSource,
    private readonly act: (marks: ReadonlySet<T>) => void,
  ) {
    db.subscribers.push(this);
  }

  /** Adds to what the action gets after the commit. */
  mark(tx: EntityManager, ...marks: readonly T[]): void {
    const data = tx.queryRunner?.data as Marked<T> | undefined;
    if (!data) return;
    const marked = (data[this.key] ??= new Set());
    for (const mark of marks) marked.add(mark);
  }

  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    const data = queryRunner.data as Marked<T>;
    const marks = data[this.key];
    if (!marks || queryRunner.isTransactionActive) return; // the end of a savepoint is no commit
    data[this.key] = undefined;
    this.act(marks);
  }
}

/**
 * Wakes waiters of every process after the commit of a change. A process listens on one connection, from its first
 * waiter on. A signal is sent after the commit and not with it: NOTIFY in a transaction makes all commits of the
 * database take turns.
 */
@Injectable()
export class Signals implements BeforeApplicationShutdown {
  private readonly committed: AfterCommit<string>;
  private readonly waiters = new Map<string, Set<() => void>>();
  private readonly sending = new Batches<readonly string[], undefined>((batch) => this.send([...new Set(batch.flat())]), 1000);
  private listening: Promise<Session | undefined> | undefined;
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly env: Env,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.committed = new AfterCommit(
      db,
      (keys) =>
        void this.sending
          .ask([...keys])
          .catch((err: unknown) => this.log.debug({ err }, 'waiters were not woken; they look every few seconds')),
    );
  }

  /** Wakes who waits for one of these keys, after the transaction is committed. */
  afterCommit(tx: EntityManager, keys: readonly string[]): void {
    this.committed.mark(tx, ...keys);
  }

  /**
   * Looks until it finds what is wanted, woken by signals of a key. Between two looks it holds no connection.
   * @returns what the last look has found
   */
  async wait<T>(key: string, look: () => Promise<T>, { seconds, isDone, againMs, closed }: WaitOptions<T>): Promise<T> {
    const deadline = performance.now() + seconds * 1000;
    for (;;) {
      if (seconds > 0) await this.listen();
      const woken = Promise.withResolvers<void>(); // before the look: a change after it wakes
      const wake = () => woken.resolve();
      this.add(key, wake);
      closed.addEventListener('abort', wake);
      let timer: NodeJS.Timeout | undefined;
      try {
        const found = await look();
        const leftMs = deadline - performance.now();
        if (isDone(found) || leftMs <= 0 || this.stopping || closed.aborted) return found;
        timer = setTimeout(wake, Math.min(leftMs, againMs?.(found) ?? LOOK_EVERY_MS));
        await woken.promise;
        if (closed.aborted) return found; // nobody reads what a further look finds
      } finally {
        clearTimeout(timer);
        this.remove(key, wake);
        closed.removeEventListener('abort', wake);
      }
    }
  }

  /** Everybody who waits is answered with what there is. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wakeAll();
    const client = await this.listening;
    await client?.end().catch(() => undefined);
  }

  private add(key: string, wake: () => void): void {
    const waiters = this.waiters.get(key);
    if (waiters) waiters.add(wake);
    else this.waiters.set(key, new Set([wake]));
  }

  private remove(key: string, wake: () => void): void {
    const waiters = this.waiters.get(key);
    waiters?.delete(wake);
    if (waiters?.size === 0) this.waiters.delete(key);
  }

  private wakeAll(): void {
    for (const waiters of this.waiters.values()) for (const wake of waiters) wake();
  }

  private async send(keys: readonly string[]): Promise<undefined[]> {
    const payloads = Array.from({ length: Math.ceil(keys.length / MAX_KEYS) }, (_, n) => keys.slice(n * MAX_KEYS, (n + 1) * MAX_KEYS).join(' ')); // prettier-ignore
    await this.db.query(`SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) AS payload`, [payloads]);
    return [];
  }

  /** One connection a process. While there is none, waiters look every few seconds. */
  private listen(): Promise<unknown> {
    return (this.listening ??= this.openSession().catch((err: unknown) => {
      this.listening = undefined;
      this.log.debug({ err }, 'signals cannot be heard at the moment');
      return undefined;
    }));
  }

  private async openSession(): Promise<Session> {
    const client = await openSession(this.env.DATABASE_DIRECT_URL, {
      application_name: CHANNEL,
      keepAlive: true,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    client.on('notification', ({ payload = '' }) => {
      for (const key of payload.split(' ')) for (const wake of this.waiters.get(key) ?? []) wake();
    });
    try {
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      // A server in recovery refuses LISTEN, and would keep one connection for each try.
      client.end().catch(() => undefined);
      throw error;
    }
    client.on('end', () => {
      this.listening = undefined;
      this.wakeAll(); // signals may have been missed: each waiter looks, and listens anew
    });
    return client;
  }
}

/** Signals without queues: what publishes and what waits share one instance. */
@Module({ providers: [Signals], exports: [Signals] })
export class SignalsModule {}
