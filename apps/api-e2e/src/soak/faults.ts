import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf, signal, type Postgres } from '../postgres.js';
import { until } from '@app/process/testing/until';
import type { Stack } from '../stack.js';
import type { Deployment } from './deployment.js';
import type { Measures } from './measures.js';

/** Milliseconds of quiet between two faults, at least and at most. */
const QUIET_MS = [8000, 20_000] as const;

/** Files that workers read, with claims that last more than `$1` s. Living workers renew them every 2 s, for 15 s. */
const CLAIMS = `SELECT probe_claim, probe_due_at FROM video_stocks
  WHERE status = 'processing' AND probe_claim IS NOT NULL AND probe_due_at > clock_timestamp() + $1 * interval '1 second'`;

type Fault = { readonly kind: string; readonly strike: () => Promise<unknown> };

/** Kills and stops processes, and freezes, restarts and locks the database, one after the other, in random order. */
export class Faults {
  constructor(
    private readonly postgres: Postgres,
    private readonly stack: Stack,
    private readonly deployment: Deployment,
    private readonly measures: Measures,
  ) {}

  async run(isOver: () => boolean): Promise<void> {
    let bag: Fault[] = [];
    while (!isOver()) {
      if (bag.length === 0) bag = this.all().sort(() => Math.random() - 0.5); // each equally often
      const { kind, strike } = bag.pop()!;
      const outage = this.measures.begin(kind);
      try {
        await strike();
        await this.deployment.allReady();
      } finally {
        outage.to = Date.now();
      }
      for (const end = Date.now() + between(...QUIET_MS); Date.now() < end && !isOver();) await sleep(100);
    }
  }

  private all(): Fault[] {
    return [
      { kind: 'worker killed', strike: () => this.deployment.replace('worker', 'SIGKILL') },
      { kind: 'worker killed three times with files in hand', strike: () => this.killReaders() },
      { kind: 'worker stopped', strike: () => this.deployment.replace('worker', 'SIGTERM') },
      { kind: 'api killed', strike: () => this.deployment.replace('api', 'SIGKILL') },
      { kind: 'api stopped', strike: () => this.deployment.replace('api', 'SIGTERM') },
      { kind: 'database frozen', strike: () => this.freeze(between(2000, 15_000)) },
      { kind: 'database read-only', strike: () => this.readOnly(between(2000, 10_000)) },
      { kind: 'database restarted', strike: () => this.postgres.restart() },
      { kind: 'sessions ended', strike: () => this.endSessions() },
    ];
  }

  /** Three crashes of its reader must not make a good file unreadable. */
  private async killReaders(): Promise<void> {
    for (let kills = 0; kills < 3; kills += 1) {
      await until(() => this.stopsReading(), 30_000).catch(() => undefined); // nobody may have uploaded
      await this.deployment.replace('worker', 'SIGKILL');
    }
  }

  /**
   * Stops the worker that is killed next.
   * @returns whether it was reading a file, whose claim nobody renews any more; otherwise it goes on
   */
  private async stopsReading(): Promise<boolean> {
    const pid = this.deployment.mortal('worker');
    const claims = async (seconds: number) => (await this.stack.query(CLAIMS, [seconds])).map((claim) => JSON.stringify(claim));
    if ((await claims(12)).length === 0) return false;
    signal(pid, 'SIGSTOP');
    const before = await claims(12); // those of a worker that was killed before lapse sooner
    await sleep(6000);
    const isReading = (await claims(0)).some((claim) => before.includes(claim));
    if (!isReading) signal(pid, 'SIGCONT');
    return isReading;
  }

  private get databaseName(): string {
    return new URL(this.stack.databaseUrl).pathname.slice(1);
  }

  private async freeze(ms: number): Promise<void> {
    processesOf(this.postgres.pid).forEach((pid) => signal(pid, 'SIGSTOP'));
    await sleep(ms);
    processesOf(this.postgres.pid).forEach((pid) => signal(pid, 'SIGCONT'));
  }

  private async readOnly(ms: number): Promise<void> {
    await this.postgres.execute(`ALTER DATABASE ${this.databaseName} SET default_transaction_read_only = on`);
    await this.endSessions();
    await sleep(ms);
    // Sessions of the read-only time stay: the service finds out about them by itself.
    await this.postgres.execute(`ALTER DATABASE ${this.databaseName} RESET default_transaction_read_only`);
  }

  private endSessions(): Promise<unknown> {
    return this.postgres.execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${this.databaseName}'`);
  }
}

const between = (least: number, most: number): number => least + Math.random() * (most - least);
