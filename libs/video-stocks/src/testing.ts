import { newId } from '@app/database';
import type { DataSource } from 'typeorm';
import type { VideoStockStatus } from './changes/states.js';

type StockRow = {
  readonly podcastId: string;
  readonly status?: VideoStockStatus;
  readonly durationSeconds?: number | null;
  readonly matchGuid?: string | null;
  readonly matchTitle?: string | null;
  readonly uploadId?: string | null;
};

/** A stock as a row, ready unless said otherwise; it is not charged. @returns its id */
export async function aVideoStock(db: DataSource, stock: StockRow): Promise<string> {
  const { podcastId, status = 'ready', durationSeconds = 60, matchGuid = null, matchTitle = null, uploadId = null } = stock;
  const id = newId();
  await db.query(
    `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, match_guid, match_title, upload_id)
     SELECT $1, id, owner_id, $3, $4, $5, $6, $7, $8 FROM podcasts WHERE id = $2`,
    [id, podcastId, id, status, durationSeconds, matchGuid, matchTitle, uploadId],
  );
  return id;
}
