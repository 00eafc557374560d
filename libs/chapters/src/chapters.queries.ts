import type { EntityManager } from 'typeorm';
import type { ReadChapter } from './read-document.js';

/** Adds the chapters of an episode. Two parameters keep the event loop free for 20 ms that TypeORM's four thousand would take. */
export async function insertChapters(tx: EntityManager, episodeId: string, chapters: readonly ReadChapter[]): Promise<void> {
  const rows = chapters.map((chapter, position) => ({ ...chapter, position }));
  await tx.query(
    `INSERT INTO chapters (episode_id, position, start_time, end_time, title, summary, url, img, toc)
     SELECT $1, position, "startTime", "endTime", title, summary, url, img, toc
       FROM json_to_recordset($2) AS c (position int, "startTime" float8, "endTime" float8, title text, summary text, url text, img text, toc boolean)`,
    [episodeId, JSON.stringify(rows)],
  );
}
