/** The baseline of the list of episodes: node:http and pg alone, with the statement that the api sends. */
import { createServer } from 'node:http';
import pg from 'pg';
import { serve } from './bench-child.ts';

const FIRST = 50;

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  options: '-c timezone=UTC',
});

/** The statement of libs/episodes for a first page without a filter. */
const STATEMENT = `
  WITH c AS MATERIALIZED (
    SELECT * FROM episode_contents c
     WHERE c.podcast_id = $1 AND (c.released_at, c.episode_id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
     ORDER BY c.released_at DESC, c.episode_id DESC LIMIT $2)
  SELECT e.id, e.podcast_id, e.guid, e.title, e.published_at, e.duration_seconds, e.audio_url, e.transcription, e.created_at,
         c.missing, c.chapter_count, c.chapters_uploaded_at,
         t.format AS transcript_format, t.segment_count, t.uploaded_at AS transcript_uploaded_at,
         v.id AS stock_id, v.duration_seconds AS video_seconds
    FROM c
    JOIN LATERAL (SELECT * FROM episodes WHERE id = c.episode_id LIMIT 1) e ON true
    LEFT JOIN LATERAL (SELECT * FROM transcripts WHERE episode_id = c.episode_id LIMIT 1) t ON true
    LEFT JOIN LATERAL (SELECT * FROM video_stocks WHERE matched_episode_id = c.episode_id LIMIT 1) v ON true
   ORDER BY c.released_at DESC, c.episode_id DESC`;

const server = createServer((request, response) => {
  pool.query(STATEMENT, [(request.url ?? '').slice(1), FIRST + 1]).then(
    ({ rows }) => {
      const body = JSON.stringify({ data: rows.slice(0, FIRST), has_more: rows.length > FIRST });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body);
    },
    (error: Error) => response.destroy(error),
  );
});
server.listen(0, '127.0.0.1');

serve({ port: () => (server.address() as import('node:net').AddressInfo).port });
