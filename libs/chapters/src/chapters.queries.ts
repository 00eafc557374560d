import type { EntityManager } from 'typeorm';
import type { ReadChapter } from './read-document.js';

/** As JSON: with a parameter a value, building a statement of 500 chapters takes longer than the rest of an upload. */
const INSERT = `
  INSERT INTO chapters (episode_id, position, start_time, end_time, title, summary, url, img, toc)
  SELECT $1, c.position, c."startTime", c."endTime", c.title, c.summary, c.url, c.img, c.toc
    FROM json_to_recordset($2::json) AS c (position int, "startTime" float8, "endTime" float8, title text, summary text, url text, img text, toc boolean)`;

/** Stores the chapters of an episode that has none, in this order. */
export async function insertChapters(tx: EntityManager, episodeId: string, chapters: readonly ReadChapter[]): Promise<void> {
  await tx.query(INSERT, [episodeId, JSON.stringify(chapters.map((chapter, position) => ({ ...chapter, position })))]);
}
