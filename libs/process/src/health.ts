import { Injectable } from '@nestjs/common';
import { HealthIndicatorService } from '@nestjs/terminus';

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
  private readonly dependsOn = new Map<string, string>();
  private stopping = false;

  constructor(private readonly indicators: HealthIndicatorService) {}

  /** Adds something without which the process works, but worse. */
  helps(name: string, check: Check): void {
    this.helpful.set(name, check);
  }

  /**
   * Adds something that must be there; `check` rejects while it is not.
   * @param unlessMissing what the check depends on: while that is missing, it alone is named
   */
  needs(name: string, check: Check, { unlessMissing }: { readonly unlessMissing?: string } = {}): void {
    this.checks.set(name, check);
    if (unlessMissing !== undefined) this.dependsOn.set(name, unlessMissing);
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
   * Adds work that runs only when there is something to do, and must end: the process is not ready while one run takes
   * longer.
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

  /** Every name that {@link missing} can give. */
  get reasons(): readonly string[] {
    return [STOPPING, ...this.checks.keys()];
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
    return down.filter((name) => !down.includes(this.dependsOn.get(name) ?? ''));
  }
}
