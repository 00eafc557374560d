import { forgetPlans } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DAY_MS, dateOf, startOf } from '../days/local-days.js';
import { DownloadDay } from './roll-up.entities.js';

/** Episodes and their listeners of the podcast $1 on the UTC day that is so many days after $2. */
const listenersOn = (days: number) => `
  SELECT d.episode_id, d.listener FROM episodes e JOIN downloads d ON d.episode_id = e.id
   WHERE e.podcast_id = $1 AND d.at >= ($2::date + ${days})::timestamp AT TIME ZONE 'UTC' AND d.at < ($2::date + ${days + 1})::timestamp AT TIME ZONE 'UTC'`;

/**
 * Whether an episode of the podcast $1 has a listener both on the UTC day $2 and on the day before: by hashing, a pass
 * over each.
 */
const IS_CARRIED = `EXISTS (${listenersOn(0)} INTERSECT ${listenersOn(-1)})`;

/** The figures of the podcast $1 on the UTC day $2, by episode, until and from each of the day's quarters. */
const ROLL_UP = `
  WITH rolled AS (
  SELECT $1::uuid AS podcast_id, $2::date AS day, episode_id, max(downloads_until) AS downloads, max(listeners_until) AS listeners,
         array_agg(quarter ORDER BY quarter) AS quarters, array_agg(downloads_until ORDER BY quarter) AS downloads_until,
         array_agg(listeners_until ORDER BY quarter) AS listeners_until, array_agg(listeners_from ORDER BY quarter) AS listeners_from
    FROM (SELECT episode_id, quarter, (sum(count(*)) OVER until_then)::int AS downloads_until,
                 -- A listener until a quarter has the first download until then; one from a quarter on has the last download from then on.
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
   GROUP BY episode_id
  ), days AS (
    INSERT INTO download_days (podcast_id, day, episode_id, downloads, listeners)
    SELECT podcast_id, day, episode_id, downloads, listeners FROM rolled ORDER BY episode_id
  )
  INSERT INTO download_quarters (podcast_id, day, episode_id, quarters, downloads_until, listeners_until, listeners_from)
  SELECT podcast_id, day, episode_id, quarters, downloads_until, listeners_until, listeners_from FROM rolled ORDER BY episode_id`;

type PodcastDay = { readonly podcastId: string; readonly day: string };

/** Makes the daily roll-ups out of the raw rows, for days that are over in UTC. */
@Injectable()
export class RollUps {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Rolls up every podcast's days that are over and stale, oldest first, each in a transaction of its own. Several runs
   * at once share the days.
   * @param signal ends the run after the day in hand
   * @returns how many podcasts' days were rolled up
   */
  async rollUpDays(now = new Date(), signal?: AbortSignal): Promise<number> {
    for (let days = 0; ; days += 1) {
      if (signal?.aborted || !(await this.db.transaction((tx) => rollUpOldest(tx, now)))) return days;
    }
  }
}

/**
 * Rolls up the oldest stale day that is over and that no other transaction rolls up. Its row stays locked: transactions
 * that insert downloads of that day wait, and belong to the next roll-up (see note_downloads).
 * @returns false if no day is left, or other runs are working on all of them
 */
async function rollUpOldest(tx: EntityManager, now: Date): Promise<boolean> {
  const [due] = await tx.query<PodcastDay[]>(
    `SELECT podcast_id AS "podcastId", day::text FROM download_day_states
      WHERE stale AND day < ($1::timestamptz AT TIME ZONE 'UTC')::date
      ORDER BY day, podcast_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  );
  if (due) await rollUp(tx, due);
  return due !== undefined;
}

/** Replaces the roll-up of a day by what the raw rows say. */
export async function rollUp(tx: EntityManager, { podcastId, day }: PodcastDay): Promise<void> {
  await forgetPlans(tx);
  await tx.delete(DownloadDay, { podcastId, day });
  await tx.query(ROLL_UP, [podcastId, day]);
  await tx.query(
    `UPDATE download_day_states SET stale = false, carried = ${IS_CARRIED},
            downloads = (SELECT coalesce(sum(downloads), 0) FROM download_days WHERE podcast_id = $1 AND day = $2)
      WHERE podcast_id = $1 AND day = $2`,
    [podcastId, day],
  );
  // The day after may have been rolled up before this one had its last rows.
  await tx.query(`UPDATE download_day_states SET carried = ${IS_CARRIED} WHERE podcast_id = $1 AND day = $2 AND NOT stale`, [
    podcastId,
    dateOf(startOf(day) + DAY_MS),
  ]);
}
