/** The figure of migrations: how long they keep writers of tables with a million rows waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '@app/database/start';
import { persistence } from '@app/product';
import { alone, type Course } from './measure.ts';

const ROWS = 1_000_000;

/** The last migration of the first landed version: those behind it meet a million rows and writers. */
const FIRST_VERSION = 1_790_000_009_000;

const stampOf = ({ name }: { readonly name: string }) => Number(name.slice(-13));
const ALL = persistence.flatMap(({ migrations }) => migrations.map(stampOf)).sort((a, b) => a - b);
const until = (stamp: number) =>
  persistence.map((one) => ({ ...one, migrations: one.migrations.filter((migration) => stampOf(migration) <= stamp) }));

/**
 * A table that a later migration changes: the migration that makes it, its name, the column by which it is written, and
 * an INSERT's rest.
 */
type Table = readonly [made: number, table: string, key: string, rows: string];

export async function migrations({ stack, quick }: Course) {
  const url = await stack.emptyDatabase('bench_migrations', false);
  const rows = quick ? ROWS / 10 : ROWS;
  stack.log(`  ${rows.toLocaleString('en')} rows in each table`);
  await migrate(url, until(FIRST_VERSION));
  let longest = 0;
  let ofThis = { milliseconds: 0, table: '' };
  const waited = (milliseconds: number, table: string) => {
    if (milliseconds > ofThis.milliseconds) ofThis = { milliseconds, table };
  };
  const writers: (() => Promise<void>)[] = [];
  const fill = async (tables: readonly Table[]) => {
    await insert(url, rows, tables);
    for (const table of tables) writers.push(await startWriter(url, table, waited));
  };
  try {
    await fill(TABLES.filter(([made]) => made <= FIRST_VERSION));
    for (const stamp of ALL.filter((one) => one > FIRST_VERSION)) {
      ofThis = { milliseconds: 0, table: '' };
      const [name] = await migrate(url, until(stamp));
      longest = Math.max(longest, ofThis.milliseconds);
      if (ofThis.milliseconds > 200) stack.log(`  ${name}: ${Math.round(ofThis.milliseconds)} ms, ${ofThis.table}`);
      await fill(TABLES.filter(([made]) => made === stamp));
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

/** In the order in which they are filled: an INSERT reads earlier tables. A thousand podcasts have all episodes. */
const TABLES: readonly Table[] = [
  [FIRST_VERSION, 'users', 'id', `(id, name) SELECT uuidv7(), 'User ' || n FROM generate_series(1, :rows) n`],
  [FIRST_VERSION, 'api_tokens', 'id', `(id, user_id, hash, permissions) SELECT uuidv7(), id, sha256(id::text::bytea), '{read}' FROM users`],
  [
    FIRST_VERSION,
    'podcasts',
    'id',
    `(id, title, owner_id, quota_bearer_id, ownership_confirmed_at) SELECT uuidv7(), 'Podcast', id, id, now() FROM users`,
  ],
  [
    FIRST_VERSION,
    'episodes',
    'id',
    `(id, podcast_id, title, guid, published_at)
      SELECT uuidv7(), (SELECT array_agg(id) FROM (SELECT id FROM podcasts LIMIT 1000) p)[1 + n % 1000], 'Episode ' || n, 'urn:' || n, now()
        FROM generate_series(1, :rows) n`,
  ],
  [FIRST_VERSION, 'transcripts', 'episode_id', `(episode_id, revision, format, segment_count) SELECT id, uuidv7(), 'vtt', 1 FROM episodes`],
  [FIRST_VERSION, 'chapters', 'episode_id', `(episode_id, position, start_time, title) SELECT id, 1, 0, 'Intro' FROM episodes`],
  [
    FIRST_VERSION,
    'video_stocks',
    'id',
    `(id, podcast_id, client_key, status, duration_seconds) SELECT uuidv7(), podcast_id, id, 'ready', 60 FROM episodes`,
  ],
  [
    FIRST_VERSION,
    'downloads',
    'episode_id',
    `(id, episode_id, at, listener) SELECT uuidv7(), id, now() - random() * interval '60 days', md5(id::text) FROM episodes`,
  ],
  [
    1_790_000_010_000,
    'webhook_deliveries',
    'id',
    `(id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
      SELECT uuidv7(), id, uuidv7(), uuidv7(), 'video_quota.low', '{}', 'delivered', now() FROM users`,
  ],
  [1_790_000_011_000, 'quota_accounts', 'user_id', `(user_id, used_seconds) SELECT id, 60 FROM users ON CONFLICT DO NOTHING`],
  [
    1_790_000_020_000,
    'uploads',
    'id',
    `(id, user_id, byte_size, status, expires_at) SELECT uuidv7(), id, 1, 'completed', now() + interval '7 days' FROM users`,
  ],
  [
    1_790_000_022_000,
    'feeds',
    'podcast_id',
    `(podcast_id, url, next_refetch_at) SELECT id, 'https://feeds.example.com/' || id, now() FROM podcasts`,
  ],
  [1_790_000_022_000, 'rss_refetches', 'id', `(id, podcast_id, status, finished_at) SELECT uuidv7(), id, 'succeeded', now() FROM podcasts`],
  [
    1_790_000_032_000,
    'download_days',
    'episode_id',
    `(podcast_id, day, episode_id, downloads, listeners, quarters, downloads_until, listeners_until, listeners_from)
      SELECT podcast_id, current_date - 1, id, 1, 1, '{0}', '{1}', '{1}', '{1}' FROM episodes`,
  ],
];

async function insert(url: string, rows: number, tables: readonly Table[]): Promise<void> {
  if (tables.length === 0) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // No commit waits for the disk: what a writer waits for is the migration.
    await client.query('ALTER DATABASE bench_migrations SET synchronous_commit = off');
    await client.query('SET session_replication_role = replica'); // past foreign keys and triggers
    for (const [, table, , values] of tables) await client.query(`INSERT INTO ${table} ${values.replace(':rows', String(rows))}`);
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** Updates rows of a table, one after the other, until the signal. @returns what ends it */
async function startWriter(url: string, [, table, key]: Table, waited: (milliseconds: number, table: string) => void) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`SELECT ${key} AS id FROM ${table} LIMIT 1000`);
  let isEnding = false;
  const write = async (): Promise<void> => {
    for (let at = 0; !isEnding; at += 1) {
      const began = performance.now();
      await client.query(`UPDATE ${table} SET ${key} = ${key} WHERE ${key} = $1`, [rows[at % rows.length]?.id]);
      waited(performance.now() - began, table);
      await sleep(20);
    }
  };
  const ended = write().finally(() => client.end());
  return async (): Promise<void> => {
    isEnding = true;
    await ended;
  };
}
