/** The figure of migrations: how long they keep writers of tables with a million rows waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '@app/database/start';
import { persistence } from '@app/product';
import { alone, type Course } from './measure.ts';

const ROWS = 1_000_000;

/** The last migrations of the first landed version, and the one that made deliveries: those behind meet a million rows and writers. */
const FIRST_VERSION = 1_790_000_009_000;
const DELIVERIES = 1_790_000_010_000;

const stampOf = ({ name }: { readonly name: string }) => Number(name.slice(-13));
const ALL = persistence.flatMap(({ migrations }) => migrations.map(stampOf)).sort((a, b) => a - b);
const until = (stamp: number) =>
  persistence.map((one) => ({ ...one, migrations: one.migrations.filter((migration) => stampOf(migration) <= stamp) }));

export async function migrations({ stack, quick }: Course) {
  const url = await stack.emptyDatabase('bench_migrations', false);
  const rows = quick ? ROWS / 10 : ROWS;
  await migrate(url, until(FIRST_VERSION));
  stack.log(`  ${rows.toLocaleString('en')} rows in each table`);
  await fill(url, rows, FIRST_ROWS);
  await migrate(url, until(DELIVERIES));
  await fill(url, rows, DELIVERY_ROWS);
  let longest = 0;
  let ofThis = { milliseconds: 0, table: '' };
  const waited = (milliseconds: number, table: string) => {
    if (milliseconds > ofThis.milliseconds) ofThis = { milliseconds, table };
  };
  const writers = await Promise.all(WRITES.map((write) => startWriter(url, write, waited)));
  try {
    for (const stamp of ALL.filter((one) => one > DELIVERIES)) {
      ofThis = { milliseconds: 0, table: '' };
      const [name] = await migrate(url, until(stamp));
      longest = Math.max(longest, ofThis.milliseconds);
      if (ofThis.milliseconds > 200) stack.log(`  ${name}: ${Math.round(ofThis.milliseconds)} ms, ${ofThis.table}`);
    }
  } finally {
    await Promise.all(writers.map((end) => end()));
  }
  return [
    alone(`longest wait of a writer in any migration, tables of ${rows.toLocaleString('en')} rows`, longest / 1000, {
      bar: 1,
      aim: 0.2,
      unit: 's',
    }),
  ];
}

const FIRST_ROWS = [
  `INSERT INTO users (id, name) SELECT uuidv7(), 'User ' || n FROM generate_series(1, 1000) n`,
  `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at) SELECT uuidv7(), 'Podcast', id, id, now() FROM users`,
  `INSERT INTO episodes (id, podcast_id, title, guid, published_at)
   SELECT uuidv7(), (SELECT array_agg(id) FROM podcasts)[1 + n % 1000], 'Episode ' || n, 'urn:' || n, now() FROM generate_series(1, :rows) n`,
  `INSERT INTO transcripts (episode_id, revision, format, segment_count) SELECT id, uuidv7(), 'vtt', 1 FROM episodes`,
  `INSERT INTO chapters (episode_id, position, start_time, title) SELECT id, 1, 0, 'Intro' FROM episodes`,
  `INSERT INTO video_stocks (id, podcast_id, client_key, status, duration_seconds) SELECT uuidv7(), podcast_id, id, 'ready', 60 FROM episodes`,
  `INSERT INTO downloads (id, episode_id, at, listener) SELECT uuidv7(), id, now() - random() * interval '60 days', md5(id::text) FROM episodes`,
];
const DELIVERY_ROWS = [
  `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
   SELECT uuidv7(), owner_id, uuidv7(), uuidv7(), 'video_quota.low', '{}', 'delivered', now() FROM episodes e JOIN podcasts p ON p.id = e.podcast_id`,
];

async function fill(url: string, rows: number, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica'); // past foreign keys and triggers
    for (const statement of statements) await client.query(statement.replace(':rows', String(rows)));
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

type Write = { readonly table: string; readonly key: string };
const WRITES: readonly Write[] = [
  { table: 'users', key: 'id' },
  { table: 'podcasts', key: 'id' },
  { table: 'episodes', key: 'id' },
  { table: 'transcripts', key: 'episode_id' },
  { table: 'chapters', key: 'episode_id' },
  { table: 'video_stocks', key: 'id' },
  { table: 'downloads', key: 'episode_id' },
  { table: 'webhook_deliveries', key: 'id' },
];

/** Updates rows of a table, one after the other, until the signal. @returns what ends it */
async function startWriter(url: string, { table, key }: Write, waited: (milliseconds: number, table: string) => void) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`SELECT ${key} AS id FROM ${table} LIMIT 1000`);
  let isEnding = false;
  const write = async (): Promise<void> => {
    for (let at = 0; !isEnding; at += 1) {
      const began = performance.now();
      await client.query(`UPDATE ${table} SET ${key} = ${key} WHERE ${key} = $1`, [rows[at % rows.length]?.id]);
      waited(performance.now() - began, table);
      await sleep(5);
    }
  };
  const ended = write().finally(() => client.end());
  return async (): Promise<void> => {
    isEnding = true;
    await ended;
  };
}
