import { Health, LOG } from '@app/process';
import { UPLOAD_STORAGE, type UploadStorage } from '@app/uploads';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ProbeQueries, RENEW_MS, type Claimed } from './probe.queries.js';
import { answered, probe, PROBE_LIMITS, type MediaFile } from './probe.js';
import type { ProbeOutcome } from './probe-outcome.js';
import { StockChanges } from '../changes/stock-changes.js';

/** Milliseconds until a file is tried again after the storage failed to return it. */
const RETRY_MS = 30_000;

/** A worker that spends so many milliseconds on one container is not ready. Its steps' deadlines add up to less. */
const STUCK_AFTER_MS = 240_000;

/** Reads the containers of stocks in `processing`. Rows say what is due, so any number of workers share the work. */
@Injectable()
export class Prober implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  readonly limits = PROBE_LIMITS;
  private readonly mustEnd: ReturnType<Health['needsEnd']>;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly stocks: ProbeQueries,
    private readonly changes: StockChanges,
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
    @Inject(LOG) private readonly log: Logger,
    health: Health,
  ) {
    this.mustEnd = health.needsEnd('video-stocks.probing', STUCK_AFTER_MS);
  }

  onModuleDestroy(): void {
    this.stopping.abort(new Error('the worker ends'));
  }

  /** Reads one container. @returns whether there was one to read */
  async next(): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    return this.mustEnd(() => this.readNext());
  }

  private async readNext(): Promise<boolean> {
    const claimed = await this.stocks.claimDue();
    if (!claimed) return false;
    // The next renewal may succeed.
    const renewing = setInterval(() => void this.stocks.renew(claimed).catch(() => undefined), RENEW_MS);
    try {
      const outcome = await this.readContainer(claimed);
      if ('cause' in outcome) this.log.warn({ err: outcome.cause, stock: claimed.id }, 'the reading of a file ended early');
      await this.record(claimed, outcome);
    } catch (err) {
      const stopping = this.stopping.signal.aborted;
      if (!stopping) this.log.error({ err, stock: claimed.id }, 'a stock could not be read; it is tried again');
      await this.stocks.releaseClaim(claimed, stopping ? 0 : RETRY_MS);
    } finally {
      clearInterval(renewing);
    }
    return true;
  }

  private async readContainer(claimed: Claimed): Promise<ProbeOutcome> {
    const { uploadId } = claimed;
    const { limits, storage } = this;
    const { signal } = this.stopping;
    const size = await answered((given) => storage.lengthOf(uploadId, given), limits.answerMilliseconds, signal);
    if (size === undefined) return { failure: 'upload_missing' };
    await this.stocks.countAttempt(claimed);
    const read: MediaFile['read'] = (from, length, given) => storage.readRange(uploadId, from, length, given);
    return probe({ size, read }, { signal, limits });
  }

  /** Records the result. It is dropped if the claim has lapsed or the stock was canceled meanwhile. */
  async record({ id, claim }: Claimed, outcome: ProbeOutcome): Promise<void> {
    const ended = await this.db.transaction(async (tx) => {
      const held = await this.changes.hold(tx, id);
      if (held?.stock.status !== 'processing' || held.stock.probeClaim !== claim) return undefined;
      if ('failure' in outcome) return this.changes.apply(tx, held, 'fail', { failureCode: outcome.failure });
      const after = await this.changes.apply(tx, held, 'read', outcome);
      if (after.stock.status === 'ready') await this.changes.match(tx, after.stock.podcastId, after.quotaBearerId);
      return after;
    });
    if (ended) this.log.info({ stock: id, status: ended.stock.status, failure: ended.stock.failureCode }, 'stock read');
  }
}
