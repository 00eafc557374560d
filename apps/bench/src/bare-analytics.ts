/** The baseline of analytics: node:http and pg alone. A look-up and a redirect; and a COPY through node. */
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { serve } from './bench-child.ts';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  options: '-c timezone=UTC',
});

const server = createServer((request, response) => {
  const [, kind, id] = (request.url ?? '').split('/');
  (kind === 'e' ? redirect(id, response) : copy(response)).catch((error) => response.destroy(error));
});
server.listen(0, '127.0.0.1');

async function redirect(id: string | undefined, response: import('node:http').ServerResponse) {
  const { rows } = await pool.query('SELECT audio_url FROM episodes WHERE id = $1 AND published_at <= $2 AND audio_url IS NOT NULL', [
    id,
    new Date(),
  ]);
  response.writeHead(rows[0] ? 302 : 404, { Location: rows[0]?.audio_url ?? '', 'Content-Length': 0 }).end();
}

async function copy(response: import('node:http').ServerResponse) {
  const client = await pool.connect();
  try {
    const rows = client.query(
      copyTo(`COPY (SELECT d.day, d.episode_id, e.title, d.downloads, d.listeners, true
                      FROM download_days d JOIN episodes e ON e.id = d.episode_id ORDER BY d.day, d.episode_id) TO STDOUT (FORMAT csv)`),
    );
    await pipeline(rows, response);
  } finally {
    client.release();
  }
}

serve({ port: () => (server.address() as import('node:net').AddressInfo).port });
