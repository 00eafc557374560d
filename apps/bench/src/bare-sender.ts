/** The baseline of delivery: a loop that inserts the row, posts it with a signature by undici, and updates the row. */
import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { Agent, buildConnector } from 'undici';
import { serve } from './bench-child.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL_SIZE) });
const connector = buildConnector({ ca: process.env.CA ?? '' });
const agent = new Agent({
  connect: (options, done) =>
    connector({ ...options, servername: options.hostname, hostname: '127.0.0.1', port: process.env.RECEIVER_PORT ?? '' }, done),
});

async function deliver({ user, host, number }: { user: string; host: string; number: number }) {
  const id = randomUUID();
  const body = JSON.stringify({
    id,
    type: 'video_quota.low',
    createdAt: new Date().toISOString(),
    data: { usedSeconds: number, availableSeconds: 1000, remainingSeconds: 50 },
  });
  await pool.query(
    `INSERT INTO bench_deliveries (id, user_id, endpoint_id, event_id, event_type, body, created_at) VALUES ($1, $2, $2, $1, 'video_quota.low', $3, now())`,
    [id, user, body],
  );
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', 'whsec_secret').update(`${t}.${body}`).digest('hex');
  const { statusCode, body: answer } = await agent.request({
    origin: `https://${host}`,
    path: '/hook',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-signature': `t=${t},v1=${v1}` },
    body,
  });
  await answer.dump();
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  await pool.query(
    `UPDATE bench_deliveries SET status = 'delivered', attempts = 1, outcome = $2, delivered_at = now(), finished_at = now() WHERE id = $1`,
    [id, statusCode],
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
