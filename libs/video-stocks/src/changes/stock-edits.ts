import { WakeUp } from '@app/jobs';
import { isId } from '@app/database';
import { Clock } from '@app/process';
import { Episode } from '@app/podcasts/services';
import { UploadsService } from '@app/uploads';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { probeWakeUp } from '../probing/probe.job.js';
import type { CancelVideoStock, CorrectVideoStock, LinkVideoStock, UnlinkVideoStock } from '../video-stocks.dto.js';
import { stockErrors } from '../video-stocks.errors.js';
import { VideoStocksQueries } from '../video-stocks.queries.js';
import type { VideoStock } from '../video-stock.entity.js';
import { PodcastTurns } from './podcast-turns.js';
import { StockChanges, type Facts, type HeldStock } from './stock-changes.js';
import { isCorrectable } from './states.js';

/** The changes of podcast owners to video stocks (contract 9). */
@Injectable()
export class StockEdits {
  constructor(
    private readonly stocks: VideoStocksQueries,
    private readonly changes: StockChanges,
    private readonly turns: PodcastTurns,
    private readonly uploads: UploadsService,
    @Inject(probeWakeUp.token) private readonly probes: WakeUp,
    private readonly clock: Clock,
  ) {}

  /**
   * Corrects a stock, and gives a failed one another upload. A correction that changes nothing makes no new revision.
   * @throws AppError 404; 409 `not_correctable`, `revision_mismatch`, `upload_already_used`; 422 for the upload
   */
  async correct(
    id: string,
    userId: string,
    { expected_revision, title, match, upload_id: uploadId }: CorrectVideoStock,
  ): Promise<VideoStock> {
    const stock = await this.turns.change(id, async (tx, held) => {
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

  /**
   * Cancels a stock, repeatably, and frees its time.
   * @throws AppError 404; 409 `already_matched`, `revision_mismatch`
   */
  cancel(id: string, { expected_revision }: CancelVideoStock): Promise<VideoStock> {
    return this.turns.change(id, async (tx, held) => {
      if (held.stock.status === 'canceled') return held;
      if (held.stock.status === 'matched') throw stockErrors.already_matched();
      refuseStale(held.stock, expected_revision);
      return this.changes.apply(tx, held, 'cancel');
    });
  }

  /**
   * Links a ready stock with an episode. The same episode may be linked repeatedly.
   * @throws AppError 404; 422 `episode_not_found`, `episode_podcast_mismatch`; 409 `already_matched`, `not_ready`,
   * `revision_mismatch`,
   *   `episode_has_video`
   */
  link(id: string, { episode_id, expected_revision }: LinkVideoStock): Promise<VideoStock> {
    return this.turns.change(id, async (tx, held) => {
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
    return this.turns.change(id, async (tx, held) => {
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
}

function refuseStale({ revision }: VideoStock, expected: number | null | undefined): void {
  if (expected === undefined || expected === null || expected === revision) return;
  throw stockErrors.revision_mismatch({ current_revision: revision }, { field: 'expected_revision' });
}
