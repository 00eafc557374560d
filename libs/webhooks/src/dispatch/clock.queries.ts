import { MOVED_BY_CLOCK } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';

/** Seconds by which a clock may differ from the time that has passed: less is the ordinary correction of a clock. */
const TOLERANCE_SECONDS = 5;

/** Moves what is planned for deliveries. */
const MOVED = [
  `UPDATE webhook_deliveries SET retry_at = retry_at + $1 * interval '1 second' WHERE retry_at IS NOT NULL`,
  `UPDATE webhook_deliveries SET lease_until = lease_until + $1 * interval '1 second' WHERE lease_until IS NOT NULL`,
  `UPDATE webhook_registrations SET registered_at = registered_at + $1 * interval '1 second'`,
  `UPDATE webhook_health SET failing_since = failing_since + $1 * interval '1 second' WHERE failing_since IS NOT NULL`,
];

/**
 * Notices that the database's clock was set (contract 2.13), and moves what is planned and limited by as much: retries, leases and
 * registrations go on as if nothing had happened. Every reading is stored, so that of several workers one notices a step, and one that
 * was suspended itself takes that for no step.
 */
@Injectable()
export class ClockQueries {
  private readAt: number | undefined; // on the clock of `performance.now()`, which no setting moves

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(MOVED_BY_CLOCK) private readonly moved: readonly string[],
  ) {}

  /**
   * A step and its moves commit together: a worker that is killed between them would lose the step.
   * @returns by how many seconds the clock was set since the reading before, by any worker; 0 when it was not
   */
  async readTime(): Promise<number> {
    const now = performance.now();
    const own = this.readAt === undefined ? Infinity : (now - this.readAt) / 1000; // another worker may have read it since
    const [, ordinary] = await this.db.query<[object[], number]>(
      `UPDATE webhook_clock SET read_at = clock_timestamp() WHERE extract(epoch FROM clock_timestamp() - read_at) BETWEEN $1::float8 AND $2::float8`,
      [-TOLERANCE_SECONDS, own + TOLERANCE_SECONDS],
    );
    const step = ordinary > 0 ? 0 : await this.db.transaction((tx) => this.follow(tx, own));
    this.readAt = now;
    return step;
  }

  private async follow(tx: EntityManager, own: number): Promise<number> {
    const [[reading]] = await tx.query<[[{ seconds: number | null } | undefined], number]>(
      `UPDATE webhook_clock SET before = read_at, read_at = clock_timestamp() RETURNING extract(epoch FROM read_at - before)::float8 AS seconds`,
    );
    const seconds = reading?.seconds ?? 0; // another worker may have followed it meanwhile
    const step = seconds < -TOLERANCE_SECONDS ? seconds : seconds > own + TOLERANCE_SECONDS ? seconds - own : 0;
    if (step !== 0) await this.move(tx, step);
    return step;
  }

  private async move(tx: EntityManager, seconds: number): Promise<void> {
    for (const statement of [...MOVED, ...this.moved]) await tx.query(statement, [seconds]);
  }
}
