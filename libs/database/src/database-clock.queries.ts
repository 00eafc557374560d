import { Clock } from '@app/process';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

const EVERY_MS = 5000;

/** An answer that took longer does not say when it was true. */
const MAX_ROUND_TRIP_MS = 1000;

/** Statements that move the planned times of all features by $1 seconds after a step of the database's clock (contract 2.13). */
export const MOVED_BY_CLOCK = Symbol('moved by clock');

/** Lets the {@link Clock} of this process follow the database's. While the database is away, it goes on by itself. */
@Injectable()
export class DatabaseClock implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.readTime().catch(() => undefined), EVERY_MS).unref();
    void this.readTime().catch(() => undefined);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async readTime(): Promise<void> {
    const asked = performance.now();
    const [row] = await this.db.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    const answered = performance.now();
    if (row && answered - asked <= MAX_ROUND_TRIP_MS) this.clock.follow(row.now, (asked + answered) / 2);
  }
}
