import { httpErrors } from '@app/http/errors';
import { isId } from '@app/database';
import { Podcast, PodcastsService } from '@app/podcasts/services';
import { QuotaAccounts } from '@app/quota';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Which user's quota the stocks of a podcast use. */
@Injectable()
export class QuotaBearers {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly podcasts: PodcastsService,
    private readonly quota: QuotaAccounts,
  ) {}

  /**
   * Moves a podcast, and the seconds of its stocks, to another user's quota. What exceeds the allowance there stays.
   * @throws AppError 404 when there is no such podcast
   */
  async move(tx: EntityManager, podcastId: string, to: string): Promise<void> {
    const podcast = isId(podcastId) ? await this.podcasts.lock(tx, podcastId) : null;
    if (!podcast) throw httpErrors.not_found('There is no such podcast.');
    const from = podcast.quotaBearerId;
    if (from === to) return;
    const [{ seconds } = { seconds: '0' }] = await tx.query<{ seconds: string }[]>(
      `SELECT coalesce(sum(duration_seconds), 0) AS seconds FROM video_stocks WHERE podcast_id = $1 AND status IN ('ready', 'matched')`,
      [podcastId],
    );
    await tx.update(Podcast, { id: podcastId }, { quotaBearerId: to });
    if (seconds === '0') return;
    // In the order of ids, so that two moves cannot deadlock.
    for (const user of [from, to].sort()) await this.quota.book(tx, user, user === to ? Number(seconds) : -Number(seconds));
  }

  /** Ids of others' podcasts that use a user's quota, and of others' stocks that use its files; at most 100 each. */
  async usedByOthers(userId: string): Promise<{ readonly podcasts: string[]; readonly stocks: string[] }> {
    const podcasts = await this.db.query<{ id: string }[]>('SELECT id FROM podcasts WHERE quota_bearer_id = $1 AND owner_id <> $1 ORDER BY id LIMIT 100', [userId]); // prettier-ignore
    const stocks = await this.db.query<{ id: string }[]>(
      `SELECT s.id FROM uploads u JOIN video_stocks s ON s.upload_id = u.id
        WHERE u.user_id = $1 AND u.in_use AND s.owner_id <> $1 AND s.status NOT IN ('canceled', 'failed') ORDER BY s.id LIMIT 100`,
      [userId],
    );
    return { podcasts: podcasts.map(({ id }) => id), stocks: stocks.map(({ id }) => id) };
  }

  /** Podcasts of a user that use another's quota. */
  async borneByOthers(tx: EntityManager, userId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>('SELECT id FROM podcasts WHERE owner_id = $1 AND quota_bearer_id <> $1', [userId]);
    return rows.map(({ id }) => id);
  }
}
