import { setTimeout as sleep } from 'node:timers/promises';
import { Health, LOG, logContext } from '@app/process';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { FeedReader, MAX_BODIES_PER_OWNER } from '../refetches/feed-reader.js';
import { Refetcher } from '../refetches/refetcher.js';
import { ClaimsQueries, type ClaimedRefetch, type Shares } from './claims.queries.js';

/**
 * Feeds that one worker fetches at the same time: all of them, automatic ones, and those of one user, which never wait
 * for each other.
 */
const CONCURRENCY = 128;
const MAX_AUTOMATIC = 96;
const MAX_PER_OWNER = MAX_BODIES_PER_OWNER;

/** Automatic refetches that begin together. Their TLS handshakes delay the other work of this process. */
const MAX_BEGUN = 32;

/** Milliseconds between two looks for due refetches without a wake-up, at least and at most, and after a fault. */
const POLL_MS = 1000;
const IDLE_MS = 5000;
const FAULT_PAUSE_MS = 5000;

/** Milliseconds between claims. A claim of one costs as much as one of many: free slots and due hosts gather first. */
const GATHER_MS = 50;

/** Milliseconds without a successful look after which the worker is not ready. */
const STUCK_AFTER_MS = 60_000;

/** Runs due refetches for as long as the worker runs. Every worker has a loop, so adding workers adds slots. */
@Injectable()
export class RefetchLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly running = new Map<ClaimedRefetch, Promise<void>>();
  private ended: Promise<void> = Promise.resolve();
  private looked = { nothingFor: '', at: -Infinity };
  private wakeUp = Promise.withResolvers<void>();
  private progressed = (): unknown => undefined;

  constructor(
    private readonly claims: ClaimsQueries,
    private readonly refetcher: Refetcher,
    private readonly reader: FeedReader,
    private readonly health: Health,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.progressed = this.health.needsProgress('feeds.refetch', STUCK_AFTER_MS);
    this.ended = this.loop();
  }

  /** Ends fetches in progress. Refetches whose episodes are being stored are finished. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.ended;
    await Promise.all(this.running.values());
  }

  /** Looks for due refetches at once. */
  wake(): void {
    this.wakeUp.resolve();
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.wakeUp = Promise.withResolvers();
      const began = await this.beginDue();
      if (began !== 'fault') this.progressed();
      if (began === 'some') {
        await sleep(GATHER_MS); // collects further hosts whose turn has come
        continue;
      }
      const pause = sleep(began === 'fault' ? FAULT_PAUSE_MS : began, undefined, { signal, ref: false });
      await Promise.race([this.wakeUp.promise, pause]).catch(() => undefined); // the worker stops
      if (this.running.size > 0) await sleep(GATHER_MS); // slots that become free together are filled by one statement
    }
  }

  /** @returns without anything due, for how many milliseconds there is nothing */
  private async beginDue(): Promise<'some' | 'fault' | number> {
    try {
      const restMs = await this.claims.nothingDueForMs();
      if (restMs > 0) return Math.min(IDLE_MS, restMs);
      const free = CONCURRENCY - this.running.size;
      const requested = free > 0 ? await this.claims.claimRequested(this.shares(free)) : [];
      requested.forEach((claimed) => this.begin(claimed));
      const freeForAutomatic = this.reader.isSaturated ? 0 : Math.min(MAX_AUTOMATIC - this.automatic(), free - requested.length, MAX_BEGUN);
      const automatic = freeForAutomatic > 0 ? await this.claimAutomatic(this.shares(freeForAutomatic)) : [];
      automatic.forEach((claimed) => this.begin(claimed));
      if (requested.length + automatic.length > 0) return 'some';
      return POLL_MS; // what is due belongs to users or hosts that have their share
    } catch (err) {
      this.log.warn({ err }, 'refetches could not be claimed; they are tried again');
      return 'fault';
    }
  }

  /** Once users have reached their shares, looks only once a second whether other users have something due. */
  private async claimAutomatic(shares: Shares): Promise<ClaimedRefetch[]> {
    const full = [...shares.running].filter(([, count]) => count >= shares.perOwner).map(([ownerId]) => ownerId);
    const others = full.sort().join();
    const { nothingFor, at } = this.looked;
    if (full.length > 0 && nothingFor === others && performance.now() - at < POLL_MS) return [];
    const claimed = await this.claims.claimAutomatic(shares);
    if (claimed.length === 0) this.looked = { nothingFor: others, at: performance.now() };
    return claimed;
  }

  private begin(claimed: ClaimedRefetch): void {
    const work = logContext
      .run({ job: `rss-refetch/${claimed.id}` }, () => this.refetcher.refetch(claimed, this.stopping.signal))
      .catch((err: unknown) => this.log.warn({ err, refetch: claimed.id }, 'a refetch was left; its claim lapses'))
      .finally(() => {
        this.running.delete(claimed);
        this.wake();
      });
    this.running.set(claimed, work);
  }

  private automatic(): number {
    return [...this.running.keys()].filter(({ automatic }) => automatic).length;
  }

  private shares(free: number): Shares {
    const running = new Map<string, number>();
    for (const { ownerId } of this.running.keys()) running.set(ownerId, (running.get(ownerId) ?? 0) + 1);
    return { free, perOwner: MAX_PER_OWNER, running };
  }
}
