import { migrate } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { execute } from '@app/database/testing/sql';
import { persistence } from '@app/product';
import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last migration of the first landed version. */
const FIRST_VERSION = 1_790_000_009_000;

const ROWS = 2000;

/** Rows that each migration of an installation of the first version meets, by the migration that made their tables. */
const FILL: Readonly<Record<number, readonly string[]>> = {
  [FIRST_VERSION]: [
    `INSERT INTO users (id, name) SELECT uuidv7(), 'User ' || n FROM generate_series(1, ${ROWS}) n`,
    `INSERT INTO api_tokens (id, user_id, hash, permissions) SELECT uuidv7(), id, sha256(id::text::bytea), '{read}' FROM users`,
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at, feed_url)
     SELECT uuidv7(), 'Podcast', id, id, now(), 'https://a.example/' || id FROM users`,
    `INSERT INTO episodes (id, podcast_id, title, guid, published_at) SELECT uuidv7(), id, 'Episode', 'urn:1', now() + interval '1 day' FROM podcasts`,
    `INSERT INTO transcripts (episode_id, revision, format, segment_count) SELECT id, uuidv7(), 'vtt', 1 FROM episodes`,
    `INSERT INTO chapters (episode_id, position, start_time, title) SELECT id, 1, 0, 'Intro' FROM episodes`,
    `INSERT INTO video_stocks (id, podcast_id, client_key, status, duration_seconds) SELECT uuidv7(), id, id, 'ready', 60 FROM podcasts`,
    `INSERT INTO downloads (id, episode_id, at, listener) SELECT uuidv7(), id, now(), 'listener' FROM episodes`,
  ],
  1_790_000_010_000: [
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
     SELECT uuidv7(), id, uuidv7(), uuidv7(), 'video_quota.low', '{}', 'delivered', now() FROM users`,
  ],
  1_790_000_020_000: [`INSERT INTO uploads (id, user_id, in_use) SELECT uuidv7(), id, true FROM users`],
  1_790_000_022_000: [
    `INSERT INTO feeds (podcast_id, next_refetch_at) SELECT id, now() FROM podcasts`,
    `INSERT INTO rss_refetches (id, podcast_id, status, finished_at) SELECT uuidv7(), id, 'succeeded', now() FROM podcasts`,
  ],
  1_790_000_032_000: [
    `INSERT INTO download_days SELECT (SELECT id FROM podcasts LIMIT 1), current_date, id, 1, 1, '{}', '{}', '{}', '{}' FROM episodes`,
  ],
};

/** The outcome of migrations for rows that were there. */
const TAKEN_OVER = `SELECT (SELECT count(*)::int FROM episode_contents) AS contents,
  (SELECT count(*)::int FROM video_stocks s JOIN podcasts p ON p.id = s.podcast_id AND p.owner_id = s.owner_id) AS owners,
  (SELECT count(*)::int FROM download_day_states WHERE stale) AS days,
  (SELECT count(*)::int FROM download_quarters) AS quarters,
  (SELECT count(*)::int FROM quota_accounts WHERE used_seconds = 60) AS accounts`;

const stampOf = (name: string) => Number(name.slice(-13));
const until = (last: number) =>
  persistence.map((one) => ({ ...one, migrations: one.migrations.filter(({ name }) => stampOf(name) <= last) }));

async function fill(db: QueryRunner, stamp: number): Promise<void> {
  for (const statement of ['SET session_replication_role = replica', ...(FILL[stamp] ?? []), 'RESET session_replication_role'])
    await db.query(statement);
}

/** Locks of this transaction that block writers of an older table, and the rows that it has read and written. */
const LOCKED = `SELECT DISTINCT relation::regclass::text AS name FROM pg_locks JOIN pg_class c ON c.oid = relation
  WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relation::text = ANY ($1)
    AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
const TABLES = `SELECT oid::text AS oid FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`;
const TOUCHED = `SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS read,
    coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int AS written FROM pg_stat_xact_user_tables WHERE schemaname = 'public'`;

type Rows = { readonly read: number; readonly written: number };

/** A query runner with a transaction for all statements, which tells at its end what it locked, read and wrote. */
function watched(runner: QueryRunner, tell: (locked: readonly string[], rows: Rows) => void): QueryRunner {
  let before = { tables: [] as string[], rows: { read: 0, written: 0 } };
  const touched = async () => ((await runner.query(TOUCHED)) as [Rows])[0];
  const start = async () => {
    await runner.startTransaction();
    before = { tables: ((await runner.query(TABLES)) as { oid: string }[]).map(({ oid }) => oid), rows: await touched() };
  };
  const commit = async () => {
    const locked = ((await runner.query(LOCKED, [before.tables])) as { name: string }[]).map(({ name }) => name);
    const { read, written } = await touched();
    tell(locked, { read: read - before.rows.read, written: written - before.rows.written });
    await runner.commitTransaction();
  };
  const query = async (text: string, parameters?: unknown[]): Promise<unknown> => {
    if (runner.isTransactionActive || text.includes('CONCURRENTLY')) return runner.query(text, parameters);
    await start();
    const result: unknown = await runner.query(text, parameters);
    await commit();
    return result;
  };
  const own: Record<PropertyKey, unknown> = { startTransaction: start, commitTransaction: commit, query };
  return new Proxy(runner, {
    get: (target, key): unknown => {
      const value: unknown = Reflect.get(target, key);
      return own[key] ?? (typeof value === 'function' ? (value.bind(target) as unknown) : value);
    },
  });
}

describe('migrations behind the first version (contract 16.9)', () => {
  const [test, beside] = [useDatabase([]), useDatabase([])];
  const all = persistence.flatMap(({ migrations }) => migrations as readonly (new () => MigrationInterface)[]);
  const later = all.filter(({ name }) => stampOf(name) > FIRST_VERSION).sort((a, b) => stampOf(a.name) - stampOf(b.name));

  it('migrations keep no writer waiting while they read rows: new ones work in batches, and build indexes concurrently', async () => {
    await migrate(test.url, until(FIRST_VERSION));
    const runner = test.db.createQueryRunner();
    const found: string[] = [];
    try {
      await fill(runner, FIRST_VERSION);
      for (const Migration of later) {
        const migration = new Migration();
        const db = watched(runner, (locked, { read, written }) => {
          if (locked.length > 0 && read >= ROWS)
            found.push(`${Migration.name} reads ${read} rows while writers of ${locked.join(', ')} wait`);
          if (written >= ROWS) found.push(`${Migration.name} writes ${written} rows at once`);
        });
        if (migration.transaction !== false) await db.startTransaction();
        await migration.up(db);
        if (migration.transaction !== false) await db.commitTransaction();
        else await migration.up(runner); // as after a run that was interrupted before it noted the migration
        await fill(runner, stampOf(Migration.name));
      }
    } finally {
      await runner.release();
    }
    expect(later.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
    expect(await execute(test.url, TAKEN_OVER)).toEqual([{ contents: ROWS, owners: ROWS, days: ROWS, quarters: ROWS, accounts: ROWS }]);
  });

  /** Runs a migration, then statements of processes of the version before once it has taken over the rows. */
  async function runBeside(stamp: number, statements: readonly string[]): Promise<void> {
    const runner = beside.db.createQueryRunner();
    const query = async (text: string, parameters?: unknown[]): Promise<unknown> => {
      if (text.startsWith('DROP TRIGGER')) for (const statement of statements) await execute(beside.url, statement);
      return runner.query(text, parameters);
    };
    const db = new Proxy(runner, { get: (target, key): unknown => (key === 'query' ? query : Reflect.get(target, key)) });
    const Migration = all.find(({ name }) => stampOf(name) === stamp);
    try {
      await new Migration!().up(db);
    } finally {
      await runner.release();
    }
  }

  it('migrations take over what processes of the version before write beside them', async () => {
    const delivery = (event: string, ready: boolean) =>
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready)
       SELECT uuidv7(), id, uuidv7(), uuidv7(), '${event}', '{}', ${ready} FROM users`;
    await migrate(beside.url, until(1_790_000_011_000));
    for (const statement of [
      `INSERT INTO users (id, name) VALUES (uuidv7(), 'Alice')`,
      `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) SELECT uuidv7(), 'P', id, id FROM users`,
      `INSERT INTO episodes (id, podcast_id, title) SELECT uuidv7(), id, 'E' FROM podcasts`,
      delivery('was due', true),
      delivery('was canceled', true),
      delivery('was held', false),
    ])
      await execute(beside.url, statement);
    await runBeside(1_790_000_012_000, [
      delivery('is due', true),
      `UPDATE webhook_deliveries SET status = 'canceled', ready = false, finished_at = now() WHERE event_type = 'was canceled'`,
    ]);
    const due = 'SELECT event_type AS type FROM webhook_deliveries WHERE ready_at IS NOT NULL ORDER BY id';
    expect(await execute(beside.url, due)).toEqual([{ type: 'was due' }, { type: 'is due' }]);

    await migrate(beside.url, until(1_790_000_032_000));
    const day = (date: string) =>
      `INSERT INTO download_days SELECT podcast_id, '${date}', id, 1, 1, '{1}', '{1}', '{1}', '{1}' FROM episodes`;
    for (const date of ['2026-01-01', '2026-01-02', '2026-01-03']) await execute(beside.url, day(date));
    await runBeside(1_790_000_033_000, [
      `UPDATE download_days SET quarters = '{2}' WHERE day = '2026-01-01'`,
      `DELETE FROM download_days WHERE day = '2026-01-02'`,
      day('2026-01-04'),
    ]);
    const quarters = 'SELECT extract(day FROM day)::int AS day, quarters FROM download_quarters ORDER BY day';
    expect(await execute(beside.url, quarters)).toEqual([
      { day: 1, quarters: [2] },
      { day: 3, quarters: [1] },
      { day: 4, quarters: [1] },
    ]);
  });
});
