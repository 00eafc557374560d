import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { REDIS } from './redis.js';

/** Milliseconds after which a server that has not answered counts as missing. */
const PATIENCE_MS = 2000;

/** Whether this process can do its work now. */
@Injectable()
export class Health {
  private readonly checks = new Map<string, () => Promise<unknown>>();

  constructor(@InjectDataSource() db: DataSource, @Inject(REDIS) redis: Redis | null) {
    this.checks.set('database', () => db.query('SELECT 1'));
    this.checks.set('migrations', async () => {
      if (await db.showMigrations()) throw new Error('pending');
    });
    if (redis) this.checks.set('redis', () => redis.ping());
  }

  /** Adds something that must be there; `check` rejects while it is not. */
  needs(name: string, check: () => Promise<unknown>): void {
    this.checks.set(name, check);
  }

  /** Names of what is missing; none when the process is ready. */
  async missing(): Promise<string[]> {
    const names = await Promise.all(
      [...this.checks].map(async ([name, check]) => {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('late')), PATIENCE_MS);
        });
        try {
          await Promise.race([check(), late]);
          return [];
        } catch {
          return [name]; // why is for the log of whoever uses the server; health says what
        } finally {
          clearTimeout(timer);
        }
      }),
    );
    return names.flat();
  }
}
