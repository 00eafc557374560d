import { Metrics } from '@app/process';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { ReadDatabase } from './read-database.queries.js';

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 5000;

/**
 * Measures by how much the replica of `DATABASE_READ_URL` is behind, as a metric (contract 16.8): for how long it has
 * lacked something that the primary had. An idle primary makes no lag, and a replica that cannot be reached has one
 * that grows.
 */
@Injectable()
export class ReplicaLag implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lag: Gauge | undefined;
  /** A position that the primary had at `since`, which the replica is to reach. */
  private target = 0;
  private since = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly reads: ReadDatabase,
    metrics: Metrics,
  ) {
    const help = 'Seconds for which the replica has lacked something that the primary had.';
    if (reads.hasReplica) this.lag = metrics.gauge('database_replica_lag_seconds', help);
  }

  onApplicationBootstrap(): void {
    if (!this.lag) return;
    const look = () => void (this.looking ??= this.look().finally(() => (this.looking = undefined)));
    this.timer = setInterval(look, LOOK_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const replayed = await this.reads.replayedPosition().catch(() => -1);
    const hasCaughtUp = replayed >= this.target;
    // The health check of the primary reports that it is unavailable.
    if (hasCaughtUp) await this.aimAnew().catch(() => undefined);
    this.lag?.set(hasCaughtUp ? 0 : (performance.now() - this.since) / 1000);
  }

  private async aimAnew(): Promise<void> {
    this.target = await this.reads.writtenPosition();
    this.since = performance.now();
  }
}
