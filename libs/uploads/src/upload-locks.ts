import { setTimeout as sleep } from 'node:timers/promises';
import { Env, LOG } from '@app/platform';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Lock, Locker, RequestRelease } from '@tus/utils';
import pg from 'pg';
import type { Logger } from 'pino';
import { TusError } from './tus-error.js';

/** Holders listen here for the ids of uploads that somebody else wants. */
const WANTED = 'upload_wanted';

/** Milliseconds between two tries to get a lock that another process holds, and after which nobody waits any longer. */
const RETRY_MS = 50;
const PATIENCE_MS = 20_000;

/** Any fixed number: keeps our advisory locks apart from others. */
const SEED = 7_306_112_008;

type Held = { readonly wanted: RequestRelease; readonly released: Promise<void>; readonly free: () => void; lost: boolean };

/**
 * One at a time on one upload, over all processes of a database: advisory locks of PostgreSQL, held by one connection of this
 * process, and by nobody once that connection has gone. Who wants a lock that is held asks its holder to let go (tus does so:
 * a client that resumes must not wait for the connection that it lost), in another process by NOTIFY.
 */
@Injectable()
export class UploadLocks implements Locker, OnApplicationShutdown {
  private readonly held = new Map<string, Held>();
  private connection: Promise<pg.Client> | undefined;
  private turns: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly env: Env,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  newLock(id: string): Lock {
    let mine: Held | undefined;
    return {
      lock: async (signal, wanted) => {
        mine = await this.acquire(id, signal, wanted);
      },
      unlock: async () => {
        const held = mine;
        mine = undefined;
        if (held) await this.release(id, held);
      },
    };
  }

  /**
   * Runs `work` with the lock, or not at all when somebody holds it. Nobody is asked to let go.
   * @returns whether it ran
   */
  async ifFree(id: string, work: () => Promise<void>): Promise<boolean> {
    const held = await this.tryOnce(id, () => undefined);
    if (!held) return false;
    try {
      await work();
    } finally {
      await this.release(id, held);
    }
    return true;
  }

  /** Asks every holder in this process to let go, as is done before it ends. */
  async releaseAll(): Promise<void> {
    const all = [...this.held.values()];
    for (const { wanted } of all) void wanted();
    await Promise.race([Promise.all(all.map(({ released }) => released)), sleep(5000, undefined, { ref: false })]);
  }

  async onApplicationShutdown(): Promise<void> {
    const connection = this.connection;
    this.connection = undefined;
    await connection?.then((client) => client.end()).catch(() => undefined); // it has gone by itself
  }

  private async acquire(id: string, signal: AbortSignal, wanted: RequestRelease): Promise<Held> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      if (signal.aborted) throw TusError.aborted();
      const holder = this.held.get(id);
      if (holder) {
        void holder.wanted();
        await Promise.race([holder.released, sleep(RETRY_MS)]);
      } else {
        const held = await this.tryOnce(id, wanted);
        if (held) return held;
        await this.ask('SELECT pg_notify($1, $2)', [WANTED, id]);
        await sleep(RETRY_MS);
      }
      if (performance.now() > deadline) throw TusError.locked();
    }
  }

  private async tryOnce(id: string, wanted: RequestRelease): Promise<Held | undefined> {
    if (this.held.has(id)) return undefined;
    const { promise: released, resolve: free } = Promise.withResolvers<void>();
    const held: Held = { wanted, released, free, lost: false };
    this.held.set(id, held); // before the first wait: the connection would let this process have it twice
    let locked = false;
    try {
      const rows = await this.ask<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, $2)) AS locked', [id, SEED]);
      locked = rows[0]?.locked === true && !held.lost;
      return locked ? held : undefined;
    } finally {
      if (!locked) this.forget(id, held);
    }
  }

  private async release(id: string, held: Held): Promise<void> {
    try {
      if (!held.lost) await this.ask('SELECT pg_advisory_unlock(hashtextextended($1, $2))', [id, SEED]);
    } catch (err) {
      this.log.warn({ err }, 'a lock went with its connection');
    } finally {
      this.forget(id, held);
    }
  }

  private forget(id: string, held: Held): void {
    if (this.held.get(id) === held) this.held.delete(id);
    held.free();
  }

  /** One statement after the other: a connection does one at a time. */
  private async ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const turn = this.turns.then(async () => (await this.connected()).query<Row>(text, [...values]));
    this.turns = turn.catch(() => undefined); // told to who asked
    return (await turn).rows;
  }

  private connected(): Promise<pg.Client> {
    this.connection ??= this.connect().catch((error: unknown) => {
      this.connection = undefined;
      throw error;
    });
    return this.connection;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.env.DATABASE_URL, application_name: 'upload-locks', keepAlive: true });
    client.on('error', (err) => this.log.warn({ err }, 'the connection that holds the locks of uploads has gone'));
    client.on('end', () => this.loseAll());
    client.on('notification', ({ payload }) => void this.held.get(payload ?? '')?.wanted());
    await client.connect();
    await client.query(`LISTEN ${WANTED}`);
    return client;
  }

  /** The server has given our locks back: whoever writes under one must stop. */
  private loseAll(): void {
    this.connection = undefined;
    for (const held of this.held.values()) {
      held.lost = true;
      void held.wanted();
    }
  }
}
