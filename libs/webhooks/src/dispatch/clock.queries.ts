import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCKS_FOLLOW_MS, MOVED_BY_CLOCK, moves } from '@app/database/clock';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';

/** Seconds by which a clock may differ from the time that has passed: less is the ordinary correction of a clock. */
const TOLERANCE_SECONDS = 5;

/** Moves what is planned for deliveries. */
const MOVED = [
  moves('webhook_deliveries', ['retry_at'], 'retry_at IS NOT NULL'),
  moves('webhook_deliveries', ['lease_until'], 'lease_until IS NOT NULL'),
  moves('webhook_registrations', ['registered_at']),
  moves('webhook_health', ['failing_since'], 'failing_since IS NOT NULL'),
];

/**
 * Notices that the database's clock was set (contract 2.13), and moves what is planned and limited by as much: retries,
 * leases and registrations go on as if nothing had happened. Every reading is stored, so that of several workers one
 * notices a step, and one that was suspended itself takes that for no step.
 */
@Injectable()
export class ClockQueries {
  /** Milliseconds between a step and its moves. */
  followMs = CLOCKS_FOLLOW_MS;
  private readAt: number | undefined; // on the clock of `performance.now()`, which no setting moves

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(MOVED_BY_CLOCK) private readonly moved: readonly string[],
  ) {}

  /**
   * Times move once every process tells the time by the new clock: what one writes by the old clock after the moves
   * would stay an hour off. A step and its moves commit together: a worker that is killed between them would lose the
   * step.
   * @returns by how many seconds the clock was set since the reading before, by any worker; 0 when it was not
   */
  async readTime(): Promise<number> {
    const [, ordinary] = await this.db.query<[object[], number]>(
      `UPDATE webhook_clock SET read_at = clock_timestamp() WHERE extract(epoch FROM clock_timestamp() - read_at) BETWEEN $1::float8 AND $2::float8`,
      [-TOLERANCE_SECONDS, this.sinceOwn() + TOLERANCE_SECONDS],
    );
    if (ordinary > 0) {
      this.readAt = performance.now();
      return 0;
    }
    await sleep(this.followMs, undefined, { ref: false });
    return this.db.transaction((tx) => this.follow(tx));
  }

  /** Seconds since the reading before of this worker; another one may have read the clock since. */
  private sinceOwn(): number {
    return this.readAt === undefined ? Infinity : (performance.now() - this.readAt) / 1000;
  }

  private async follow(tx: EntityManager): Promise<number> {
    const [[{ xid, before, seconds }]] = await tx.query<[[{ xid: string; before: Date; seconds: number }], number]>(
      `UPDATE webhook_clock SET before = read_at, read_at = clock_timestamp()
         FROM (SELECT xmin::text AS xid FROM webhook_clock FOR UPDATE) reading
       RETURNING xid, before, extract(epoch FROM read_at - before)::float8 AS seconds`,
    );
    const own = this.sinceOwn();
    const readAt = performance.now();
    const step = seconds < -TOLERANCE_SECONDS ? seconds : seconds > own + TOLERANCE_SECONDS ? seconds - own : 0;
    // Without a step, or if another worker has followed it already, nothing moves.
    if (step !== 0) {
      const border = new Date(before.getTime() + Math.max(step, 0) * 1000);
      for (const statement of [...MOVED, ...this.moved]) await tx.query(statement, [step, border, xid]);
    }
    this.readAt = readAt; // not when moves fail: the reading is taken back, too
    return step;
  }
}
