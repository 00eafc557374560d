import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';

/** Who downloaded which episodes of the podcast $1 on the UTC day that is so many days after $2. */
const heardOn = (days: number) => `
  SELECT d.episode_id, d.listener FROM episodes e JOIN downloads d ON d.episode_id = e.id
   WHERE e.podcast_id = $1 AND d.at >= ($2::date + ${days})::timestamp AT TIME ZONE 'UTC' AND d.at < ($2::date + ${days + 1})::timestamp AT TIME ZONE 'UTC'`;

/** Whether an episode of the podcast $1 has a listener both on the UTC day $2 and on the day before: by hashing, a pass over each. */
const IS_CARRIED = `EXISTS (${heardOn(0)} INTERSECT ${heardOn(-1)})`;

/** Makes the daily roll-ups out of the raw rows, for days that are over in UTC. */
@Injectable()
export class RollUps {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Rolls up every podcast's days that are over and stale, oldest first, each in a transaction of its own. Several at once share them.
   * @returns how many podcasts' days were rolled up
   */
  async run(now: Date): Promise<number> {
    for (let days = 0; ; days += 1) {
      if (!(await this.db.transaction((tx) => this.rollUpOne(tx, now)))) return days;
    }
  }

  /** @returns false when there was nothing to do that nobody else does already */
  private async rollUpOne(tx: EntityManager, now: Date): Promise<boolean> {
    // Makes those wait who insert downloads of this day: they belong to the next roll-up (see note_downloads).
    const [due] = await tx.query<{ podcast_id: string; day: string }[]>(
      `SELECT podcast_id, day::text FROM download_day_states
        WHERE stale AND day < ($1::timestamptz AT TIME ZONE 'UTC')::date
        ORDER BY day, podcast_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now],
    );
    if (!due) return false;
    const which = [due.podcast_id, due.day];
    await tx.query('DELETE FROM download_days WHERE podcast_id = $1 AND day = $2', which);
    await tx.query(
      `INSERT INTO download_days
         (podcast_id, day, episode_id, downloads, listeners, quarters, downloads_until, listeners_until, listeners_from)
       SELECT $1, $2, episode_id, max(downloads_until), max(listeners_until), array_agg(quarter ORDER BY quarter),
              array_agg(downloads_until ORDER BY quarter), array_agg(listeners_until ORDER BY quarter), array_agg(listeners_from ORDER BY quarter)
         FROM (SELECT episode_id, quarter, (sum(count(*)) OVER until_then)::int AS downloads_until,
                      -- Whoever came until then had the first download until then, and whoever comes from then on the last.
                      (sum(count(*) FILTER (WHERE from_start = 1)) OVER until_then)::int AS listeners_until,
                      (sum(count(*) FILTER (WHERE from_end = 1)) OVER from_then)::int AS listeners_from
                 FROM (SELECT d.episode_id,
                              floor(extract(epoch FROM d.at - $2::date::timestamp AT TIME ZONE 'UTC') / 900)::int AS quarter,
                              row_number() OVER (PARTITION BY d.episode_id, d.listener ORDER BY d.at, d.id) AS from_start,
                              row_number() OVER (PARTITION BY d.episode_id, d.listener ORDER BY d.at DESC, d.id DESC) AS from_end
                         FROM episodes e JOIN downloads d ON d.episode_id = e.id
                        WHERE e.podcast_id = $1 AND d.at >= $2::date::timestamp AT TIME ZONE 'UTC'
                          AND d.at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC') AS numbered
                GROUP BY episode_id, quarter
               WINDOW until_then AS (PARTITION BY episode_id ORDER BY quarter),
                      from_then AS (PARTITION BY episode_id ORDER BY quarter DESC)) AS quarters
        GROUP BY episode_id`,
      which,
    );
    await tx.query(
      `UPDATE download_day_states SET stale = false, carried = ${IS_CARRIED},
              downloads = (SELECT coalesce(sum(downloads), 0) FROM download_days WHERE podcast_id = $1 AND day = $2)
        WHERE podcast_id = $1 AND day = $2`,
      which,
    );
    // The day after may have been rolled up before this one had its last rows.
    const [next] = await tx.query<{ day: string }[]>('SELECT ($1::date + 1)::text AS day', [due.day]);
    await tx.query(
      `UPDATE download_day_states SET carried = ${IS_CARRIED} WHERE podcast_id = $1 AND day = $2 AND NOT stale`,
      [due.podcast_id, next?.day], // prettier-ignore
    );
    return true;
  }
}
