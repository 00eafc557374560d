import { Inject, Injectable } from '@nestjs/common';
import { HealthIndicatorService } from '@nestjs/terminus';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/migrations.queries.js';
import { REDIS } from './redis.js';

/** Milliseconds after which a check that has not answered counts as failed. */
const TIMEOUT_MS = 2000;

/** Milliseconds for which the outcome of a check is cached. */
const CACHE_MS = 1000;

/** The reason why a stopping process is not ready. */
const STOPPING = 'stopping';

type Check = () => Promise<unknown>;

/** Whether this process can do its work now. However often it is asked, each check runs once a second at most. */
@Injectable()
export class Health {
  private readonly checks = new Map<string, Check>();
  private readonly helpful = new Map<string, Check>();
  private stopping = false;

  constructor(
    private readonly indicators: HealthIndicatorService,
    @InjectDataSource() db: DataSource,
    @Inject(REDIS) redis: Redis | null,
  ) {
    this.checks.set('database', () => mustTakeWrites(db));
    this.checks.set('migrations', () => mustBeMigrated(db));
    if (redis) this.helps('redis', () => redis.ping());
  }

  /** Adds something without which the process works, but worse. */
  helps(name: string, check: Check): void {
    this.helpful.set(name, check);
  }

  /** Adds something that must be there; `check` rejects while it is not. */
  needs(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /**
   * Adds a loop that always runs and must make progress.
   * @returns to be called at the end of each pass
   */
  needsProgress(name: string, withinMs: number): () => void {
    let last = performance.now();
    this.needs(name, () => (performance.now() - last > withinMs ? Promise.reject(new Error('no progress')) : Promise.resolve()));
    return () => (last = performance.now());
  }

  /**
   * Adds work that runs only when there is something to do, and must end: the process is not ready while one run takes longer.
   * @returns runs the work, any number of times at once
   */
  needsEnd(name: string, withinMs: number): <T>(work: () => Promise<T>) => Promise<T> {
    const running = new Set<{ readonly began: number }>(); // the earliest first
    this.needs(name, () => {
      const [earliest] = running;
      return earliest && performance.now() - earliest.began > withinMs ? Promise.reject(new Error('no end')) : Promise.resolve();
    });
    return async (work) => {
      const run = { began: performance.now() };
      running.add(run);
      try {
        return await work();
      } finally {
        running.delete(run);
      }
    };
  }

  /** The process was asked to stop: it is not ready any more, so that proxies send requests elsewhere. */
  stop(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Names of what is missing; none when the process is ready. */
  async missing(): Promise<string[]> {
    return this.stopping ? [STOPPING] : this.failing(this.checks);
  }

  /** Names of what the process can do without, and is missing. */
  degraded(): Promise<string[]> {
    return this.failing(this.helpful);
  }

  private async failing(checks: ReadonlyMap<string, Check>): Promise<string[]> {
    const results = await Promise.all(
      [...checks].map(([name, check]) =>
        this.indicators
          .check(name)
          .attempt(async () => void (await check()))
          .withTimeout(TIMEOUT_MS)
          .cacheFor(CACHE_MS),
      ),
    );
    // Health names the server; the cause is in the log of its user.
    const down = results.flatMap((result) => Object.entries(result)).flatMap(([name, { status }]) => (status === 'down' ? [name] : []));
    // A database that does not answer cannot tell what it lacks.
    return down.includes('database') ? down.filter((name) => name !== 'migrations') : down;
  }
}

async function mustTakeWrites(db: DataSource): Promise<void> {
  const [row] = await db.query<{ read_only: string }[]>(`SELECT current_setting('transaction_read_only') AS read_only`);
  if (row?.read_only !== 'off') throw new Error('the database is read-only');
}

async function mustBeMigrated(db: DataSource): Promise<void> {
  if ((await pendingMigrations(db)).length > 0) throw new Error('migrations are pending');
}
