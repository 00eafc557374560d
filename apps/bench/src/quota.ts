/** The figure of the quota check, which publishes an event for each account that has crossed its threshold. */
import pg from 'pg';
import { Scene, sql } from './delivery-scene.ts';
import { against, inTurn, type Course } from './measure.ts';
import type { BenchChild } from './stack.ts';
import { median } from './stats.ts';

/** Milliseconds of a check that finds 100 crossings. */
async function checkWithCrossings(house: { url: string; publisher: BenchChild }): Promise<number> {
  const setUsed = (seconds: number) =>
    sql(
      house,
      `UPDATE quota_accounts SET used_seconds = ${seconds} WHERE user_id IN (SELECT user_id FROM webhook_endpoints ORDER BY id LIMIT 100)`,
    );
  await setUsed(950);
  const { milliseconds, risen } = await house.publisher.do('checkQuota');
  if (risen !== 100) throw new Error(`${risen} have crossed, not 100`);
  await setUsed(100);
  await house.publisher.do('checkQuota');
  return milliseconds;
}

/** Milliseconds of one aggregate over the rows that a check reads. */
async function bareAggregate({ url }: { url: string }): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  await client.query(
    'SELECT count(*), sum(used_seconds), count(*) FILTER (WHERE used_seconds * 100 >= available_seconds * 90) FROM quota_accounts a JOIN users u ON u.id = a.user_id',
  );
  const milliseconds = performance.now() - began;
  await client.end();
  return milliseconds;
}

export async function quotaCheck({ stack, quick }: Course) {
  const scene = await Scene.set(stack);
  const house = await scene.house('quota');
  await sql(
    house,
    `WITH made AS (INSERT INTO users (id, name, available_seconds) SELECT uuidv7(), 'User ' || n, 1000 FROM generate_series(1, 999000) n RETURNING id)
     INSERT INTO quota_accounts (user_id, used_seconds) SELECT id, 100 FROM made`,
  );
  await sql(house, 'INSERT INTO quota_accounts (user_id, used_seconds) SELECT user_id, 100 FROM webhook_endpoints');
  await sql(house, 'VACUUM (ANALYZE)');
  const [ours = [], bare = []] = await inTurn([() => checkWithCrossings(house), () => bareAggregate(house)], {
    warm: 2,
    rounds: quick ? 3 : 7,
  });
  await Promise.all([house.publisher.stop(), scene.receiver.stop()]);
  return [
    against(
      'quota check over 1,000,000 users with 100 crossings against one bare aggregate over the same rows',
      median(ours),
      median(bare),
      {
        bar: 3,
        aim: 1.5,
        unit: 'ms',
      },
    ),
  ];
}
