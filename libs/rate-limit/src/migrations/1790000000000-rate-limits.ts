import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row a key. `hits_at` (ms since 1970, ascending) and `hit_counts` run in step. Up to 240 hits each has an entry of its own;
 * above that, hits of one 240th of the window share one, dated by its last hit: a row stays small whatever the limit, and a
 * place is never given back early. Unlogged: no write-ahead log for counters that a crash of the server may forget.
 */
export class RateLimits1790000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE UNLOGGED TABLE rate_limit_windows (
        key text PRIMARY KEY,
        hits_at bigint[] NOT NULL DEFAULT '{}',
        hit_counts int[] NOT NULL DEFAULT '{}',
        used int NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL DEFAULT now()
      ) WITH (fillfactor = 50)
    `);
    await db.query(`
      CREATE FUNCTION hit_rate_limit(
        p_key text, p_limit int, p_window_ms bigint,
        OUT allowed boolean, OUT used int, OUT frees_in_ms int
      ) LANGUAGE plpgsql AS $$
      DECLARE
        w rate_limit_windows%ROWTYPE;
        now_ms bigint;
        width bigint := greatest(p_window_ms / 240, 1);
        n int;
        gone int := 0;
      BEGIN
        -- Requests of one key take turns here, for the length of this one statement.
        SELECT * INTO w FROM rate_limit_windows WHERE key = p_key FOR UPDATE;
        IF NOT FOUND THEN
          INSERT INTO rate_limit_windows (key) VALUES (p_key) ON CONFLICT DO NOTHING;
          SELECT * INTO w FROM rate_limit_windows WHERE key = p_key FOR UPDATE;
        END IF;
        -- Read after the lock, so that entries are in the order of their times; never behind the newest, should the clock step back.
        now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
        n := cardinality(w.hits_at);
        IF n > 0 THEN now_ms := greatest(now_ms, w.hits_at[n]); END IF;

        WHILE gone < n AND w.hits_at[gone + 1] <= now_ms - p_window_ms LOOP
          gone := gone + 1;
          w.used := w.used - w.hit_counts[gone];
        END LOOP;
        IF gone > 0 THEN
          w.hits_at := w.hits_at[gone + 1 : n];
          w.hit_counts := w.hit_counts[gone + 1 : n];
          n := n - gone;
        END IF;

        allowed := w.used < p_limit;
        IF allowed THEN
          IF n > 0 AND p_limit > 240 AND w.hits_at[n] / width = now_ms / width THEN
            w.hits_at[n] := now_ms;
            w.hit_counts[n] := w.hit_counts[n] + 1;
          ELSE
            w.hits_at := w.hits_at || now_ms;
            w.hit_counts := w.hit_counts || 1;
          END IF;
          w.used := w.used + 1;
          UPDATE rate_limit_windows r
             SET hits_at = w.hits_at, hit_counts = w.hit_counts, used = w.used,
                 expires_at = to_timestamp((now_ms + p_window_ms) / 1000.0)
           WHERE r.key = p_key;
        END IF;
        used := w.used;
        frees_in_ms := w.hits_at[1] + p_window_ms - now_ms;
      END $$
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION hit_rate_limit');
    await db.query('DROP TABLE rate_limit_windows');
  }
}
