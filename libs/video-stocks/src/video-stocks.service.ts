import { createHash } from 'node:crypto';
import { Cursors, page } from '@app/http';
import { validateRequest } from '@app/http/bodies';
import { httpErrors } from '@app/http/errors';
import { WakeUp } from '@app/jobs';
import { isId } from '@app/database';
import { PodcastsService } from '@app/podcasts/services';
import { uploadErrors, UploadsService } from '@app/uploads';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { probeWakeUp } from './probing/probe.job.js';
import type { VideoStock } from './video-stock.entity.js';
import { CreateVideoStock, VideoStockResponse, type VideoStockPage, type VideoStocksQuery } from './video-stocks.dto.js';
import { noSuchStock, stockErrors } from './video-stocks.errors.js';
import { VideoStocksQueries } from './video-stocks.queries.js';

/** Lists, finds and registers the video stocks of podcast owners (contract 9); StockEdits changes them. */
@Injectable()
export class VideoStocksService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly stocks: VideoStocksQueries,
    private readonly podcasts: PodcastsService,
    private readonly uploads: UploadsService,
    @Inject(probeWakeUp.token) private readonly probes: WakeUp,
  ) {}

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
   * Registers a video. Repeating the request returns the stock that it created, whatever became of it: the key is
   * checked before the upload.
   * @param body as it was sent: the podcast that it names is checked first
   * @throws AppError 404, 403 for the podcast; 422 for the body and the upload; 409 `client_key_conflict`,
   * `upload_already_used`
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
      // A concurrent request created the stock.
      if (!stock) return { created: false, stock: await this.stocks.findByKey(tx, podcastId, clientKey) };
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
}

function fingerprint(request: readonly (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(request)).digest();
}
