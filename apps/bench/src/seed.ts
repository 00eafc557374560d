/** Fills the databases that are measured. */
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

export type Seeded = {
  owner: string;
  callers: string[];
  episodes: string[];
};

const makeToken = () => `pat_${randomBytes(32).toString('base64url')}`;

const USERS = `INSERT INTO users (id, name) SELECT uuidv7(), 'User ' || n FROM generate_series(1, 200) n RETURNING id`;
/** `$1` users, `$2` hashes, `$3` permissions. */
const TOKENS = `
  INSERT INTO api_tokens (id, user_id, hash, permissions)
  SELECT uuidv7(), u, h, p::text[] FROM unnest($1::uuid[], $2::bytea[], $3::text[]) AS t (u, h, p)`;
/** `$1` users, `$2` how many podcasts. */
const PODCASTS = `
  INSERT INTO podcasts (id, title, owner_id, ownership_confirmed_at, quota_bearer_id)
  SELECT uuidv7(), 'Podcast number ' || n || ', as it is called', u, now(), u
    FROM (SELECT n, ($1::uuid[])[
            CASE WHEN n % ($2 / 200) = 0 THEN 1
                 WHEN (n - n / ($2 / 200)) <= 1800 THEN 2 + (n - n / ($2 / 200) - 1) % 36
                 ELSE 38 + n % 163 END] AS u
            FROM generate_series(1, $2::int) n) AS made
   ORDER BY n`;
const EPISODES = `
  INSERT INTO episodes (id, podcast_id, title)
  SELECT uuidv7(), (SELECT id FROM podcasts WHERE owner_id = $1 ORDER BY id LIMIT 1), 'Episode ' || n FROM generate_series(1, 16) n
  RETURNING id`;

/**
 * 200 users. The first has 200 podcasts, spread evenly over all there are, so that they lie far apart in the table; 36
 * have 50 each; whatever more there is to make up `podcasts` belongs to the others.
 */
export async function seed(url: string, podcasts: number): Promise<Seeded> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: users } = await client.query(USERS);
    const ids = users.map(({ id }) => id).sort();
    const tokens = ids.map(makeToken);
    await client.query(TOKENS, [
      ids,
      tokens.map((token) => createHash('sha256').update(token).digest()),
      ids.map(() => '{read,update,delete}'),
    ]);
    await client.query(PODCASTS, [ids, podcasts]);
    const { rows: episodes } = await client.query(EPISODES, [ids[0]]);
    await client.query('CREATE TABLE bench_segments (LIKE transcript_segments INCLUDING ALL)');
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
    return {
      owner: tokens[0] ?? '',
      callers: tokens.slice(1, 37),
      episodes: episodes.map(({ id }) => id),
    };
  } finally {
    await client.end();
  }
}
