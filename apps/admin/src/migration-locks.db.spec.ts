import { migrate } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { execute } from '@app/database/testing/sql';
import { persistence } from '@app/product';
import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last migration that ran on empty tables in every installation: those behind meet rows and writers. */
const FIRST_RELEASE = 1_790_000_090_000;

const ROWS = 2000;
const FILL = [
  `SET session_replication_role = replica`,
  `INSERT INTO users (id, name) SELECT uuidv7(), 'User ' || n FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO api_tokens (id, user_id, hash, permissions) SELECT uuidv7(), id, sha256(id::text::bytea), '{read}' FROM users`,
  `INSERT INTO quota_accounts (user_id) SELECT id FROM users`,
  `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at, feed_url)
   SELECT uuidv7(), 'Podcast', id, id, now(), 'https://a.example/' || id FROM users`,
  `INSERT INTO episodes (id, podcast_id, title, guid, published_at) SELECT uuidv7(), id, 'Episode', 'urn:1', now() FROM podcasts`,
  `INSERT INTO transcripts (episode_id, revision, format, segment_count) SELECT id, uuidv7(), 'vtt', 1 FROM episodes`,
  `INSERT INTO chapters (episode_id, position, start_time, title) SELECT id, 1, 0, 'Intro' FROM episodes`,
  `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, request_sha256)
   SELECT uuidv7(), p.id, p.owner_id, p.id, 'ready', 60, '' FROM podcasts p`,
  `INSERT INTO downloads (id, episode_id, at, listener) SELECT uuidv7(), id, now(), 'listener' FROM episodes`,
  `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
   SELECT uuidv7(), id, uuidv7(), uuidv7(), 'video_quota.low', '{}', 'delivered', now() FROM users`,
  `RESET session_replication_role`,
];

const stampOf = (name: string) => Number(name.slice(-13));

/** Locks of this transaction for which writers of a table wait that was there before it, and the rows that it has read. */
const LOCKED = `SELECT DISTINCT relation::regclass::text AS name FROM pg_locks JOIN pg_class c ON c.oid = relation
  WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relation::text = ANY ($1)
    AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
const TABLES = `SELECT oid::text AS oid FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`;
const READ = `SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS rows FROM pg_stat_xact_user_tables WHERE schemaname = 'public'`;

/** A query runner whose statements are all in transactions, each of which tells at its end what it has locked and read. */
function watched(runner: QueryRunner, tell: (locked: readonly string[], rows: number) => void): QueryRunner {
  let before = { tables: [] as string[], rows: 0 };
  const rowsRead = async () => ((await runner.query(READ)) as [{ rows: number }])[0].rows;
  const start = async () => {
    await runner.startTransaction();
    before = { tables: ((await runner.query(TABLES)) as { oid: string }[]).map(({ oid }) => oid), rows: await rowsRead() };
  };
  const commit = async () => {
    const locked = ((await runner.query(LOCKED, [before.tables])) as { name: string }[]).map(({ name }) => name);
    tell(locked, (await rowsRead()) - before.rows);
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

describe('migrations behind the first release (contract 16.9)', () => {
  const test = useDatabase([]);
  const all = persistence.flatMap(({ migrations }) => migrations as readonly (new () => MigrationInterface)[]);
  const later = all.filter(({ name }) => stampOf(name) > FIRST_RELEASE).sort((a, b) => stampOf(a.name) - stampOf(b.name));

  it('keep no writer of a table waiting while they read its rows: a new one works in batches, and builds indexes concurrently', async () => {
    const first = persistence.map((one) => ({ ...one, migrations: one.migrations.filter(({ name }) => stampOf(name) <= FIRST_RELEASE) }));
    await migrate(test.url, first);
    const runner = test.db.createQueryRunner();
    const found: string[] = [];
    try {
      for (const statement of FILL) await runner.query(statement);
      for (const Migration of later) {
        const migration = new Migration();
        const db = watched(runner, (locked, rows) => {
          if (locked.length > 0 && rows >= ROWS)
            found.push(`${Migration.name} reads ${rows} rows while writers of ${locked.join(', ')} wait`);
        });
        if (migration.transaction !== false) await db.startTransaction();
        await migration.up(db);
        if (migration.transaction !== false) await db.commitTransaction();
      }
    } finally {
      await runner.release();
    }
    expect(later.length).toBeGreaterThan(30);
    expect(found).toEqual([]);
    expect(await execute(test.url, 'SELECT FROM episode_contents')).toHaveLength(ROWS);
  });
});
