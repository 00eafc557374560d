import { inIndexOrder, newId, NIL_ID } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { VideoStockStatus } from './changes/states.js';
import { UnlinkedEpisode } from './unlinked-episode.entity.js';
import { VideoStock } from './video-stock.entity.js';

export type ListFilter = { readonly podcastId?: string; readonly status?: VideoStockStatus; readonly clientKey?: string };

type NewStock = Pick<
  VideoStock,
  'podcastId' | 'ownerId' | 'clientKey' | 'requestSha256' | 'uploadId' | 'title' | 'matchGuid' | 'matchTitle'
>;

/** Whether the user is the confirmed owner of the stock's podcast, by a subquery: stocks are read first, by index. */
const IS_OWNED = '(SELECT p.ownership_confirmed_at FROM podcasts p WHERE p.id = s.podcastId AND p.owner_id = :userId) IS NOT NULL';

/** A subquery of one value is looked up by its index for each episode: it never becomes a join of all stocks. */
const WITHOUT_VIDEO = '(SELECT v.id FROM video_stocks v WHERE v.matched_episode_id = e.id) IS NULL';

/**
 * See {@link VideoStocksQueries.agreeing}. Each episode is looked up by itself, by the indexes of guids and of folded
 * titles: as joins, and with outdated statistics, PostgreSQL read all episodes of the podcast for each stock.
 */
export const AGREEING = `
  WITH waiting AS MATERIALIZED (
    SELECT id, match_guid AS guid, md5(podcast_id::text || nullif(folded_title(match_title), '')) AS title FROM video_stocks
     WHERE podcast_id = $1 AND status = 'ready' AND (match_guid IS NOT NULL OR match_title IS NOT NULL)
  ), by_guid AS MATERIALIZED (
    SELECT w.stock_id, e.id AS episode_id
      FROM (SELECT guid, (array_agg(id))[1] AS stock_id FROM waiting WHERE guid IS NOT NULL GROUP BY guid HAVING count(*) = 1) w
     CROSS JOIN LATERAL (SELECT id FROM episodes WHERE podcast_id = $1 AND guid = w.guid LIMIT 1) e
     WHERE ${WITHOUT_VIDEO}
  ), by_title AS (
    SELECT w.stock_id, e.ids[1] AS episode_id
      FROM (SELECT title, (array_agg(id))[1] AS stock_id FROM waiting
             WHERE title IS NOT NULL AND id NOT IN (SELECT stock_id FROM by_guid) GROUP BY title HAVING count(*) = 1) w
     CROSS JOIN LATERAL (
       SELECT array_agg(id) AS ids FROM (
         SELECT e.id FROM episodes e
          WHERE md5(e.podcast_id::text || folded_title(e.title)) = w.title AND ${WITHOUT_VIDEO}
            AND e.id NOT IN (SELECT episode_id FROM by_guid)
          LIMIT 2) two
     ) e
     WHERE cardinality(e.ids) = 1
  )
  SELECT stock_id AS "stockId", episode_id AS "episodeId"
    FROM (SELECT * FROM by_guid UNION ALL SELECT * FROM by_title) p
   WHERE (SELECT u.stock_id FROM unlinked_episodes u WHERE u.stock_id = p.stock_id AND u.episode_id = p.episode_id) IS NULL`;

export type Pair = { readonly stockId: string; readonly episodeId: string };

type PairedStock = { readonly id: string; readonly clientKey: string; readonly matchedEpisodeId: string };

@Injectable()
export class VideoStocksQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Stocks of the podcasts whose confirmed owner is the user, in order of creation, after the id `after`; one more than
   * `first`. The filter is part of the place and of the order, which only the index that begins with it serves.
   */
  ofOwner(userId: string, filter: ListFilter, first: number, after = NIL_ID): Promise<VideoStock[]> {
    const { podcastId, status, clientKey } = filter;
    if (clientKey !== undefined) return this.withKey(userId, filter, first, after);
    const columns = [podcastId === undefined ? 's.ownerId' : 's.podcastId', ...(status === undefined ? [] : ['s.status'])];
    const values = [podcastId === undefined ? ':userId' : ':podcastId', ...(status === undefined ? [] : [':status'])];
    return inIndexOrder(this.db, (tx) => {
      const query = tx
        .createQueryBuilder(VideoStock, 's')
        .where(`(${columns.join()}) <= (${values.join()})`, { podcastId, status })
        .andWhere(`(${columns.join()}, s.id) > (${values.join()}, :after)`, { after })
        .andWhere(IS_OWNED, { userId });
      for (const column of [...columns, 's.id']) query.addOrderBy(column);
      return query.limit(first + 1).getMany();
    });
  }

  /** At most one stock of each podcast of the user. */
  private withKey(userId: string, { podcastId, status, clientKey }: ListFilter, first: number, after: string): Promise<VideoStock[]> {
    const query = this.db
      .createQueryBuilder(VideoStock, 's')
      .where('s.podcastId IN (SELECT p.id FROM podcasts p WHERE p.owner_id = :userId AND p.ownership_confirmed_at IS NOT NULL)', { userId })
      .andWhere('s.clientKey = :clientKey AND s.id > :after', { clientKey, after });
    if (podcastId !== undefined) query.andWhere('s.podcastId = :podcastId', { podcastId });
    if (status !== undefined) query.andWhere('s.status = :status', { status });
    return query
      .orderBy('s.id')
      .limit(first + 1)
      .getMany();
  }

  /** The stock, if the user owns its podcast and that is confirmed. */
  findOwned(id: string, userId: string, tx: EntityManager = this.db.manager): Promise<VideoStock | null> {
    return tx.createQueryBuilder(VideoStock, 's').where('s.id = :id', { id }).andWhere(IS_OWNED, { userId }).getOne();
  }

  findByKey(tx: EntityManager, podcastId: string, clientKey: string): Promise<VideoStock | null> {
    return tx.findOneBy(VideoStock, { podcastId, clientKey });
  }

  /**
   * Inserts a stock. Of two concurrent inserts with the same key, the second waits for the end of the first.
   * @returns null when the podcast has a stock with this key
   */
  async insert(tx: EntityManager, stock: NewStock): Promise<VideoStock | null> {
    const id = newId();
    const now = this.clock.now();
    const row = { id, ...stock, status: 'processing', probeDueAt: now, createdAt: now, updatedAt: now } as const;
    await tx.createQueryBuilder().insert().into(VideoStock).values(row).orIgnore().updateEntity(false).execute();
    return tx.findOneBy(VideoStock, { id });
  }

  /**
   * Stocks of a podcast that are `ready`, each with the episode without a video that it agrees with: by guid, else by
   * folded title, and only where exactly one stock and exactly one episode agree (contract 9). A pair that was unlinked
   * is left out, and still counts as agreeing: another pair is not made because of it.
   */
  agreeing(tx: EntityManager, podcastId: string): Promise<Pair[]> {
    return tx.query(AGREEING, [podcastId]);
  }

  /** The stock is not matched with the episode again. */
  async rememberUnlinked(tx: EntityManager, stockId: string, episodeId: string): Promise<void> {
    await tx.upsert(UnlinkedEpisode, { stockId, episodeId }, ['stockId', 'episodeId']);
  }

  wasUnlinked(tx: EntityManager, stockId: string): Promise<boolean> {
    return tx.existsBy(UnlinkedEpisode, { stockId });
  }

  async hasVideo(tx: EntityManager, episodeId: string): Promise<boolean> {
    return tx.existsBy(VideoStock, { matchedEpisodeId: episodeId });
  }

  /**
   * Moves ready stocks to `matched`, each with its episode: one statement for all of them. A stock that is no longer
   * ready is left out. Rows are locked in the order of their ids. They are looked up by id: the join alone read the
   * ready stocks of all users, where statistics were of before there were any.
   */
  async pair(tx: EntityManager, pairs: readonly Pair[]): Promise<PairedStock[]> {
    const inOrder = [...pairs].sort((one, other) => (one.stockId < other.stockId ? -1 : 1));
    const [rows] = await tx.query<[PairedStock[], number]>(
      `UPDATE video_stocks s
          SET status = 'matched', matched_episode_id = p.episode_id, matched_by = 'match', revision = s.revision + 1, updated_at = $3
         FROM unnest($1::uuid[], $2::uuid[]) AS p (stock_id, episode_id)
        WHERE s.id = p.stock_id AND s.id = ANY ($1::uuid[]) AND s.status = 'ready'
       RETURNING s.id, s.client_key AS "clientKey", s.matched_episode_id AS "matchedEpisodeId"`,
      [inOrder.map(({ stockId }) => stockId), inOrder.map(({ episodeId }) => episodeId), this.clock.now()],
    );
    return rows;
  }
}
