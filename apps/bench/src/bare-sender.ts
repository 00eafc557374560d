/** The baseline of delivery: a loop that inserts the row, posts it with a signature by undici, and updates the row. */
import { randomUUID } from 'node:crypto';
import { newSigningSecret } from '@app/outbox';
import pg from 'pg';
import { serve } from './bench-child.ts';
import { eventOf, post } from './signed-post.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL_SIZE) });

const SECRET = newSigningSecret();

async function deliver({ user, host, number }: { user: string; host: string; number: number }) {
  const id = randomUUID();
  const body = eventOf(id, number);
  await pool.query(
    `INSERT INTO bench_deliveries (id, user_id, endpoint_id, event_id, event_type, body, created_at) VALUES ($1, $2, $2, $1, 'video_quota.low', $3, now())`,
    [id, user, body],
  );
  const status = await post(`https://${host}/hook`, { secret: SECRET, eventId: id, body });
  await pool.query(
    `UPDATE bench_deliveries SET status = 'delivered', attempts = 1, outcome = $2, delivered_at = now(), finished_at = now() WHERE id = $1`,
    [id, status],
  );
}

serve({
  /** @param task @returns events a second */
  run: async ({ users, hosts, events, atOnce }: { users: string[]; hosts: string[]; events: number; atOnce: number }) => {
    let next = 0;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let number = next++; number < events; number = next++) {
          const at = number % hosts.length;
          await deliver({ user: users[at] ?? '', host: hosts[at] ?? '', number });
        }
      }),
    );
    return events / ((performance.now() - began) / 1000);
  },
});
