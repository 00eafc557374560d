import { inIndexOrder, newId, NIL_ID } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { Candidate, Pair, WaitingStock } from './changes/matching.js';
import type { VideoStockStatus } from './changes/states.js';
import { VideoStock } from './video-stock.entity.js';

export type ListFilter = { readonly podcastId?: string; readonly status?: VideoStockStatus };

type NewStock = Pick<
  VideoStock,
  'podcastId' | 'ownerId' | 'clientKey' | 'requestSha256' | 'uploadId' | 'title' | 'matchGuid' | 'matchTitle'
>;

/** Whether the user is the confirmed owner of the stock's podcast. A subquery is no join: the stocks are read first, by their index. */
const IS_OWNED = '(SELECT p.ownership_confirmed_at FROM podcasts p WHERE p.id = s.podcastId AND p.owner_id = :userId) IS NOT NULL';

const WITHOUT_VIDEO = 'NOT EXISTS (SELECT 1 FROM video_stocks s WHERE s.matched_episode_id = e.id)';

/** A stock that has just been paired with an episode. */
type PairedStock = { readonly id: string; readonly clientKey: string; readonly matchedEpisodeId: string };

@Injectable()
export class VideoStocksQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Stocks of the podcasts whose confirmed owner is the user, in order of creation, after the id `after`; one more than `first`. The
   * filter is part of the place and of the order, which only the index that begins with it serves.
   */
  ofOwner(userId: string, { podcastId, status }: ListFilter, first: number, after = NIL_ID): Promise<VideoStock[]> {
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
    const [row] = await tx.query<{ id: string }[]>(
      `INSERT INTO video_stocks
         (id, podcast_id, owner_id, client_key, request_sha256, status, upload_id, title, match_guid, match_title, probe_due_at, created_at,
          updated_at)
       VALUES ($1, $2, $3, $4, $5, 'processing', $6, $7, $8, $9, $10, $10, $10)
       ON CONFLICT (podcast_id, client_key) DO NOTHING RETURNING id`,
      [
        ...[id, stock.podcastId, stock.ownerId, stock.clientKey, stock.requestSha256, stock.uploadId, stock.title],
        ...[stock.matchGuid, stock.matchTitle, now],
      ],
    );
    return row ? tx.findOneByOrFail(VideoStock, { id }) : null;
  }

  /** Stocks of a podcast that wait for an episode. */
  async waiting(tx: EntityManager, podcastId: string): Promise<WaitingStock[]> {
    return tx.query<WaitingStock[]>(
      `SELECT id, match_guid AS guid, match_title AS title FROM video_stocks
        WHERE podcast_id = $1 AND status = 'ready' AND (match_guid IS NOT NULL OR match_title IS NOT NULL)`,
      [podcastId],
    );
  }

  /** Episodes without a video that one of these stocks may match: all of the podcast's when a stock matches by title. */
  async candidates(tx: EntityManager, podcastId: string, waiting: readonly WaitingStock[]): Promise<Candidate[]> {
    const byTitle = waiting.some(({ title }) => title !== null);
    const guids = byTitle ? [] : waiting.map(({ guid }) => guid);
    return tx.query<Candidate[]>(
      `SELECT id, guid, title FROM episodes e
        WHERE podcast_id = $1 AND ${byTitle ? '$2::text[] IS NOT NULL' : 'guid = ANY ($2::text[])'} AND ${WITHOUT_VIDEO}`,
      [podcastId, guids],
    );
  }

  async hasVideo(tx: EntityManager, episodeId: string): Promise<boolean> {
    return tx.existsBy(VideoStock, { matchedEpisodeId: episodeId });
  }

  /**
   * Moves ready stocks to `matched`, each with its episode: one statement for all of them. A stock that is no longer ready is left
   * out. Rows are locked in the order of their ids. They are looked up by id: the join alone read the ready stocks of all users, where
   * statistics were of before there were any.
   */
  async pair(tx: EntityManager, pairs: readonly Pair[]): Promise<PairedStock[]> {
    const inOrder = [...pairs].sort((one, other) => (one.stockId < other.stockId ? -1 : 1));
    const [rows] = await tx.query<[{ id: string; client_key: string; matched_episode_id: string }[], number]>(
      `UPDATE video_stocks s
          SET status = 'matched', matched_episode_id = p.episode_id, matched_by = 'match', revision = s.revision + 1, updated_at = $3
         FROM unnest($1::uuid[], $2::uuid[]) AS p (stock_id, episode_id)
        WHERE s.id = p.stock_id AND s.id = ANY ($1::uuid[]) AND s.status = 'ready'
       RETURNING s.id, s.client_key, s.matched_episode_id`,
      [inOrder.map(({ stockId }) => stockId), inOrder.map(({ episodeId }) => episodeId), this.clock.now()],
    );
    return rows.map((row) => ({ id: row.id, clientKey: row.client_key, matchedEpisodeId: row.matched_episode_id }));
  }
}
