import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the hits of several keys in one statement. `hit_rate_limit` stays for processes of the version before. When the clock has
 * stepped back, the hits are moved back with it: the newest counts as just made, and none is given back early.
 */
export class RateLimitsInBatches1790000090000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION hit_rate_limits(p_keys text[], p_hits int[], p_limits int[], p_windows_ms bigint[])
      RETURNS TABLE (o_key text, o_allowed int, o_used int, o_frees_in_ms int)
      LANGUAGE plpgsql AS $$
      DECLARE
        asked record;
        w rate_limit_windows%ROWTYPE;
        now_ms bigint;
        n int;
        gone int;
        shift bigint;
      BEGIN
        -- Rows are locked in the order of their keys, so that two processes cannot deadlock.
        FOR asked IN
          SELECT a.key, a.hits, a.max, a.window_ms, greatest(a.window_ms / 240, 1) AS width
            FROM unnest(p_keys, p_hits, p_limits, p_windows_ms) AS a(key, hits, max, window_ms) ORDER BY a.key
        LOOP
          SELECT r.* INTO w FROM rate_limit_windows r WHERE r.key = asked.key FOR UPDATE;
          IF NOT FOUND THEN
            INSERT INTO rate_limit_windows (key) VALUES (asked.key) ON CONFLICT DO NOTHING;
            SELECT r.* INTO w FROM rate_limit_windows r WHERE r.key = asked.key FOR UPDATE;
          END IF;
          -- Read after the lock, so that entries are in the order of their times.
          now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
          n := cardinality(w.hits_at);
          shift := CASE WHEN n > 0 THEN greatest(w.hits_at[n] - now_ms, 0) ELSE 0 END;
          IF shift > 0 THEN
            w.hits_at := ARRAY(SELECT h.at - shift FROM unnest(w.hits_at) WITH ORDINALITY AS h(at, position) ORDER BY h.position);
          END IF;

          gone := 0;
          WHILE gone < n AND w.hits_at[gone + 1] <= now_ms - asked.window_ms LOOP
            gone := gone + 1;
            w.used := w.used - w.hit_counts[gone];
          END LOOP;
          IF gone > 0 THEN
            w.hits_at := w.hits_at[gone + 1 : n];
            w.hit_counts := w.hit_counts[gone + 1 : n];
            n := n - gone;
          END IF;

          o_allowed := least(asked.hits, greatest(asked.max - w.used, 0));
          IF o_allowed > 0 THEN
            IF n > 0 AND (w.hits_at[n] = now_ms OR (asked.max > 240 AND w.hits_at[n] / asked.width = now_ms / asked.width)) THEN
              w.hits_at[n] := now_ms;
              w.hit_counts[n] := w.hit_counts[n] + o_allowed;
            ELSE
              w.hits_at := w.hits_at || now_ms;
              w.hit_counts := w.hit_counts || o_allowed;
            END IF;
            w.used := w.used + o_allowed;
          END IF;
          IF o_allowed > 0 OR shift > 0 THEN
            UPDATE rate_limit_windows r
               SET hits_at = w.hits_at, hit_counts = w.hit_counts, used = w.used,
                   expires_at = to_timestamp((now_ms + asked.window_ms) / 1000.0)
             WHERE r.key = asked.key;
          END IF;
          o_key := asked.key;
          o_used := w.used;
          o_frees_in_ms := w.hits_at[1] + asked.window_ms - now_ms;
          RETURN NEXT;
        END LOOP;
      END $$
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION hit_rate_limits');
  }
}
