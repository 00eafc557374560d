/**
 * The baseline of the api: node:http and pg, nothing between them, and no more done than the figure needs. The
 * statements are those that the api sends.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  options: '-c timezone=UTC',
});
const limit = Number(process.env.RATE_LIMIT_PER_MINUTE);

async function listPodcasts(request: import('node:http').IncomingMessage) {
  const hash = createHash('sha256')
    .update((request.headers.authorization ?? '').slice('Bearer '.length))
    .digest();
  const tokens = await pool.query('SELECT id, user_id, permissions, expires_at FROM api_tokens WHERE hash = $1 AND revoked_at IS NULL', [
    hash,
  ]);
  const user = tokens.rows[0]?.user_id;
  if (!user) return undefined;
  const hits = await pool.query('SELECT allowed, used, frees_in_ms FROM hit_rate_limit($1, $2, $3)', [`user:${user}`, limit, 60_000]);
  if (!hits.rows[0]?.allowed) return undefined;
  const { rows } = await pool.query(
    'SELECT id, title FROM podcasts WHERE owner_id = $1 AND ownership_confirmed_at IS NOT NULL AND id > $2 ORDER BY id LIMIT $3',
    [user, '00000000-0000-0000-0000-000000000000', 51],
  );
  return { data: rows.slice(0, 50), meta: { has_more: rows.length > 50 } };
}

async function replaceTranscript(request: import('node:http').IncomingMessage) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { rows } = JSON.parse(Buffer.concat(chunks).toString());
  const episode = request.url?.split('/')[2];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DELETE FROM bench_segments WHERE episode_id = $1', [episode]);
    await client.query(
      `INSERT INTO bench_segments (episode_id, position, start_ms, end_ms, speaker, text)
       SELECT $1, position - 1, start_ms, end_ms, speaker, text
         FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) WITH ORDINALITY AS r (start_ms, end_ms, speaker, text, position)`,
      [
        episode,
        rows.map((row: any) => row.start),
        rows.map((row: any) => row.end),
        rows.map((row: any) => row.speaker),
        rows.map((row: any) => row.text),
      ],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  return { data: { segment_count: rows.length } };
}

const server = createServer((request, response) => {
  (request.method === 'PUT' ? replaceTranscript(request) : listPodcasts(request)).then(
    (answer) => {
      const body = JSON.stringify(answer ?? { message: 'no' });
      response.writeHead(answer ? 200 : 401, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error) => {
      const body = String(error);
      response.writeHead(500, { 'Content-Length': Buffer.byteLength(body) }).end(body);
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ type: 'ready', port: typeof address === 'object' ? address?.port : 0 });
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
