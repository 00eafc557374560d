import { setTimeout as sleep } from 'node:timers/promises';
import { Env } from '@app/env';
import { LOG } from '@app/process';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Lock, Locker, RequestRelease } from '@tus/utils';
import type { Logger } from 'pino';
import { LockSession, type HeldLock } from './lock-session.js';
import { TusError } from '../tus/tus-error.js';

/** Milliseconds between two attempts to get a lock that another request holds, and of the whole wait. */
const RETRY_MS = 50;
const LOCK_TIMEOUT_MS = 20_000;

/**
 * Locks of uploads over all processes of a database: advisory locks of PostgreSQL, held by one connection of each
 * process. When the connection ends, its locks end. A request that needs a lock asks its holder to release it, in
 * another process by NOTIFY: a client that resumes must not wait for the connection that it lost.
 */
@Injectable()
export class UploadLocks implements Locker, OnApplicationShutdown {
  private session: Promise<LockSession> | undefined;
  private isStopping = false;

  constructor(
    private readonly env: Env,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  newLock(id: string): Lock {
    let mine: HeldLock | undefined;
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
   * Runs `work` with the lock if it is free. A holder is not asked to release it.
   * @returns whether it ran
   * @throws TusError 503 when the connection for locks cannot be made
   */
  async ifFree(id: string, work: () => Promise<void>): Promise<boolean> {
    const session = await this.current();
    const held = await session.tryLock(id, () => undefined).catch(unavailable);
    if (!held) return false;
    try {
      await work();
    } finally {
      await this.release(id, held);
    }
    return true;
  }

  /** Asks every present and future holder in this process to release its lock, because the process is about to end. */
  async releaseAll(): Promise<void> {
    this.isStopping = true;
    const session = await this.session?.catch(() => undefined);
    const holders = session?.holders() ?? [];
    for (const { isOurs, wanted } of holders) if (isOurs) void wanted();
    await Promise.race([Promise.all(holders.map(({ released }) => released)), sleep(5000, undefined, { ref: false })]);
  }

  async onApplicationShutdown(): Promise<void> {
    const session = await this.session?.catch(() => undefined);
    this.session = undefined;
    await session?.end();
  }

  private async acquire(id: string, signal: AbortSignal, wanted: RequestRelease): Promise<HeldLock> {
    for (const deadline = performance.now() + LOCK_TIMEOUT_MS; performance.now() < deadline && !signal.aborted;) {
      const session = await this.current();
      const holder = session.holderOf(id);
      if (holder) {
        session.askFor(id);
        await Promise.race([holder.released, sleep(RETRY_MS)]);
        continue;
      }
      try {
        const held = await session.tryLock(id, wanted);
        if (held && this.isStopping) void wanted();
        if (held) return held;
        await session.askOthersFor(id);
      } catch (error) {
        if (!session.isLost) throw error; // otherwise another session may succeed
      }
      await sleep(RETRY_MS);
    }
    throw TusError.locked();
  }

  private async release(id: string, held: HeldLock): Promise<void> {
    try {
      await held.session.unlock(id, held);
    } catch (err) {
      this.log.warn({ err }, 'a lock went with its connection');
    }
  }

  private current(): Promise<LockSession> {
    if (!this.session) {
      const session = LockSession.open(this.env.DATABASE_DIRECT_URL, (err) => {
        if (this.session === session) this.session = undefined;
        this.log.warn({ err }, 'the connection that holds the locks of uploads has gone');
      });
      this.session = session;
    }
    return this.session.catch(unavailable);
  }
}

function unavailable(cause: unknown): never {
  throw TusError.unavailable(cause);
}
