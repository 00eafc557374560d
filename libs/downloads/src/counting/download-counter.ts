import { Clock, LOG } from '@app/process';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { whyNotCountable, type RequestHeaders } from './countable.js';
import { CountingMetrics } from './counting.metrics.js';
import { CountingQueries } from './counting.queries.js';
import { HitBuffer, type Hit } from './hit-buffer.js';
import { ListenerKeys } from './listener-keys.js';

/** Milliseconds between two writes, so that a hit is written within a second. */
const WRITE_INTERVAL_MS = 500;

/** Hits in one statement. */
const BATCH_SIZE = 2000;

/** Hits that wait in memory, about 20 MB. Further ones are not counted. */
const CAPACITY = 50_000;

/** The parts of a request that decide whether it is a download, and of which listener. */
type AudioRequest = { readonly address: string; readonly headers: RequestHeaders & { readonly 'user-agent'?: string } };

/**
 * Counts downloads behind the redirect: hits are buffered in memory and written every half second. A SIGTERM writes the
 * buffer; a SIGKILL loses the hits since the last write, those of one second at most.
 */
@Injectable()
export class DownloadCounter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly buffer = new HitBuffer(CAPACITY);
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private unavailable = false;

  constructor(
    private readonly keys: ListenerKeys,
    private readonly queries: CountingQueries,
    private readonly metrics: CountingMetrics,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    metrics.showsWaiting(() => this.buffer.size);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS);
    await this.write();
  }

  /** Runs after the server has stopped taking requests, and before the database is closed. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
    if (this.buffer.size > 0) this.log.error({ lost: this.buffer.size }, 'downloads could not be counted before the end');
  }

  /** Records a request that was redirected to the audio. It neither waits nor throws. */
  count(episodeId: string, { address, headers }: AudioRequest): void {
    const why = whyNotCountable(headers);
    if (why !== null) {
      this.metrics.leftOut(why);
      return;
    }
    const at = this.clock.now();
    const hashes = this.keys.hashesOf({ address, agent: headers['user-agent'] ?? '' }, at);
    const outcome = hashes ? this.buffer.add({ episodeId, at, ...hashes }) : 'no_key';
    if (outcome !== 'added') this.metrics.leftOut(outcome);
  }

  /** Writes the buffer. One write runs at a time; a call during a write returns that write. */
  write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    let hits: readonly Hit[] = [];
    try {
      await this.keys.prepare(this.clock.now());
      for (hits = this.buffer.take(BATCH_SIZE); hits.length > 0; hits = this.buffer.take(BATCH_SIZE)) {
        const counted = await this.queries.record(hits);
        this.metrics.counted(counted, hits.length - counted);
      }
      if (this.unavailable) this.log.info('downloads are counted again');
      this.unavailable = false;
    } catch (err) {
      // They go back into the buffer. If they were written after all, writing them again counts them once.
      for (const hit of hits) if (this.buffer.add(hit) === 'full') this.metrics.leftOut('full');
      if (!this.unavailable) this.log.error({ err }, 'downloads cannot be counted; they wait in memory');
      this.unavailable = true;
    }
  }
}
