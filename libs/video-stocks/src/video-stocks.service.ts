import { createHash } from 'node:crypto';
import { Cursors, httpErrors, page, validateRequest, type AppError } from '@app/http';
import { WakeUp } from '@app/jobs';
import { isId } from '@app/database';
import { Clock } from '@app/process';
import { Episode, PodcastsService } from '@app/podcasts/services';
import { uploadErrors, UploadsService } from '@app/uploads';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { PodcastTurns } from './changes/podcast-turns.js';
import { probeWakeUp } from './probing/probe.job.js';
import { isCorrectable } from './changes/states.js';
import { StockChanges, type Facts, type HeldStock } from './changes/stock-changes.js';
import { VideoStock } from './video-stock.entity.js';
import {
  CreateVideoStock,
  VideoStockResponse,
  type CancelVideoStock,
  type CorrectVideoStock,
  type LinkVideoStock,
  type UnlinkVideoStock,
  type VideoStockPage,
  type VideoStocksQuery,
} from './video-stocks.dto.js';
import { stockErrors } from './video-stocks.errors.js';
import { VideoStocksQueries } from './video-stocks.queries.js';

/** The operations of podcast owners on video stocks (contract 9). */
@Injectable()
export class VideoStocksService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly stocks: VideoStocksQueries,
    private readonly changes: StockChanges,
    private readonly turns: PodcastTurns,
    private readonly podcasts: PodcastsService,
    private readonly uploads: UploadsService,
    @Inject(probeWakeUp.token) private readonly probes: WakeUp,
    private readonly clock: Clock,
  ) {}

  /** Lists the stocks of the user's podcasts. @throws AppError 422 `invalid_cursor` */
  async list(
    userId: string,
    { first, after, podcast_id: podcastId, status, client_key: clientKey }: VideoStocksQuery,
  ): Promise<VideoStockPage> {
    const cursors = new Cursors(`video stocks of ${userId}, ${JSON.stringify([podcastId, status, clientKey])}`, isId);
    const rows = await this.stocks.ofOwner(userId, { podcastId, status, clientKey }, first, cursors.read(after));
    return page(rows, first, { cursors, key: ({ id }) => id, item: VideoStockResponse.from });
  }

  /** @throws AppError 404, also when another user owns the podcast */
  async find(id: string, userId: string): Promise<VideoStock> {
    const stock = isId(id) ? await this.stocks.findOwned(id, userId) : null;
    if (!stock) throw noSuchStock();
    return stock;
  }

  /**
   * Registers a video. Repeating the request returns the stock that it created, whatever became of it: the key is checked before
   * the upload.
   * @param body as it was sent: the podcast that it names is checked first
   * @throws AppError 404, 403 for the podcast; 422 for the body and the upload; 409 `client_key_conflict`, `upload_already_used`
   */
  async create(body: unknown, userId: string): Promise<{ readonly created: boolean; readonly stock: VideoStock }> {
    const named = (body as { podcast_id?: unknown } | null)?.podcast_id;
    const podcast = typeof named === 'string' ? await this.podcasts.owned(named, userId) : undefined;
    const request = await validateRequest(CreateVideoStock, body, 'body');
    const podcastId = podcast?.id ?? '';
    const { client_key: clientKey, upload_id: uploadId, title = null } = request;
    const { guid = null, title: matchTitle = null } = request.match ?? {};
    const requestSha256 = fingerprint([uploadId.toLowerCase(), title, guid, matchTitle]);
    const result = await this.db.transaction(async (tx) => {
      const known = await this.stocks.findByKey(tx, podcastId, clientKey);
      if (known) return { created: false, stock: known };
      if (!isId(uploadId)) throw uploadErrors.upload_not_found({}, { field: 'upload_id' });
      const asked = { podcastId, ownerId: userId, clientKey, requestSha256, uploadId, title, matchGuid: guid, matchTitle };
      const stock = await this.stocks.insert(tx, asked);
      if (!stock) return { created: false, stock: await this.stocks.findByKey(tx, podcastId, clientKey) }; // a concurrent request created it
      await this.uploads.claim(tx, uploadId, userId);
      return { created: true, stock };
    });
    const { created, stock } = result;
    if (!stock) throw httpErrors.unavailable('The stock was removed at this moment.');
    if (!created && !stock.requestSha256?.equals(requestSha256)) {
      throw stockErrors.client_key_conflict({}, { field: 'client_key' });
    }
    if (created) this.probes.now();
    return { created, stock };
  }

  /**
   * Corrects a stock, and gives a failed one another upload. A correction that changes nothing makes no new revision.
   * @throws AppError 404; 409 `not_correctable`, `revision_mismatch`, `upload_already_used`; 422 for the upload
   */
  async correct(
    id: string,
    userId: string,
    { expected_revision, title, match, upload_id: uploadId }: CorrectVideoStock,
  ): Promise<VideoStock> {
    const stock = await this.change(id, async (tx, held) => {
      const before = held.stock;
      if (!isCorrectable(before.status)) throw stockErrors.not_correctable({ status: before.status });
      refuseStale(before, expected_revision);
      const asked: Facts = {
        ...(title === undefined ? {} : { title }),
        ...(match === undefined ? {} : { matchGuid: match?.guid ?? null, matchTitle: match?.title ?? null }),
      };
      if (uploadId !== undefined) {
        if (before.status !== 'failed') throw stockErrors.not_correctable({ status: before.status }, { field: 'upload_id' });
        await this.uploads.claim(tx, uploadId, userId);
        const fresh = { uploadId: uploadId.toLowerCase(), failureCode: null, durationSeconds: null, probeClaim: null, probeAttempts: 0 };
        return this.changes.apply(tx, held, 'replace', { ...asked, ...fresh, probeDueAt: this.clock.now() });
      }
      if (Object.entries(asked).every(([name, value]) => before[name as keyof VideoStock] === value)) return held;
      return this.matched(tx, await this.changes.correct(tx, held, asked));
    });
    if (stock.status === 'processing') this.probes.now();
    return stock;
  }

  /** Cancels a stock and releases its seconds. May be repeated. @throws AppError 404; 409 `already_matched`, `revision_mismatch` */
  cancel(id: string, { expected_revision }: CancelVideoStock): Promise<VideoStock> {
    return this.change(id, async (tx, held) => {
      if (held.stock.status === 'canceled') return held;
      if (held.stock.status === 'matched') throw stockErrors.already_matched();
      refuseStale(held.stock, expected_revision);
      return this.changes.apply(tx, held, 'cancel');
    });
  }

  /**
   * Links a ready stock with an episode. The same episode may be linked repeatedly.
   * @throws AppError 404; 422 `episode_not_found`, `episode_podcast_mismatch`; 409 `already_matched`, `not_ready`, `revision_mismatch`,
   *   `episode_has_video`
   */
  link(id: string, { episode_id, expected_revision }: LinkVideoStock): Promise<VideoStock> {
    return this.change(id, async (tx, held) => {
      const { stock } = held;
      const episode = isId(episode_id) ? await tx.findOneBy(Episode, { id: episode_id }) : null;
      if (!episode) throw stockErrors.episode_not_found({}, { field: 'episode_id' });
      if (episode.podcastId !== stock.podcastId) {
        throw stockErrors.episode_podcast_mismatch({}, { field: 'episode_id' });
      }
      if (stock.status === 'matched') {
        if (stock.matchedEpisodeId === episode.id) return held;
        throw stockErrors.already_matched();
      }
      if (stock.status !== 'ready') throw stockErrors.not_ready({ status: stock.status });
      refuseStale(stock, expected_revision);
      if (await this.stocks.hasVideo(tx, episode.id)) {
        throw stockErrors.episode_has_video({}, { field: 'episode_id' });
      }
      return this.changes.apply(tx, held, 'pair', { matchedEpisodeId: episode.id, matchedBy: 'link' });
    });
  }

  /**
   * Takes a matched stock from its episode. May be repeated. The seconds stay charged.
   * @throws AppError 404; 409 `not_matched`, `revision_mismatch`
   */
  unlink(id: string, { expected_revision }: UnlinkVideoStock): Promise<VideoStock> {
    return this.change(id, async (tx, held) => {
      const { status } = held.stock;
      if (status === 'ready' && (await this.stocks.wasUnlinked(tx, id))) return held;
      if (status !== 'matched') throw stockErrors.not_matched({ status });
      refuseStale(held.stock, expected_revision);
      return this.changes.unpair(tx, held);
    });
  }

  /** Looks for the episode of a stock whose `match` has changed. */
  private async matched(tx: EntityManager, held: HeldStock): Promise<HeldStock> {
    const { stock, quotaBearerId } = held;
    if (stock.status !== 'ready' || (await this.changes.match(tx, stock.podcastId, quotaBearerId)) === 0) return held;
    return (await this.changes.hold(tx, stock.id)) ?? held;
  }

  private async change(id: string, act: (tx: EntityManager, held: HeldStock) => Promise<HeldStock>): Promise<VideoStock> {
    const found = await this.db.manager.findOneBy(VideoStock, { id });
    if (!found) throw noSuchStock();
    return this.turns.run(found.podcastId, async (tx, quotaBearerId) => {
      const stock = await tx.findOneBy(VideoStock, { id }); // read again under the lock
      if (!stock) throw noSuchStock();
      return (await act(tx, { stock, quotaBearerId })).stock;
    });
  }
}

function noSuchStock(): AppError {
  return httpErrors.not_found('There is no such video stock.');
}

function refuseStale({ revision }: VideoStock, expected: number | null | undefined): void {
  if (expected === undefined || expected === null || expected === revision) return;
  throw stockErrors.revision_mismatch({ current_revision: revision }, { field: 'expected_revision' });
}

function fingerprint(request: readonly (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(request)).digest();
}
