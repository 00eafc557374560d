import { newId } from '@app/database';
import type { EventData } from '@app/outbox';
import { Clock } from '@app/process';
import { Episode } from '@app/podcasts/services';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FeedItem } from '../reading/feed-item.js';
import type { EpisodeChanges, Identities, KnownEpisode } from './episode-changes.js';

const MAX_EPISODES_OF_PODCAST = 100_000;

export type AppearedEpisode = EventData<'episode.appeared'> & { readonly isPublished: boolean };

const EPISODE = `id, guid, title, duration_seconds AS "durationSeconds", published_at AS "publishedAt", audio_url AS "audioUrl",
  created_at AS "firstSeenAt"`;

/** Episodes, or items of a feed, that the parameter $1 has as JSON. */
const EPISODES = `json_to_recordset($1::json)
  AS e (id uuid, guid text, title text, "durationSeconds" int, "publishedAt" timestamptz, "audioUrl" text)`;

const AUDIO_KEY = `split_part(split_part(audio_url, '?', 1), '#', 1)`;

/** Episodes that one statement writes. Few, because building the statement blocks the event loop. */
const WRITE_BATCH_SIZE = 2000;

@Injectable()
export class EpisodesQueries {
  constructor(private readonly clock: Clock) {}

  /**
   * The items that are new or differ from their episode; of several with the same guid, the first counts. Without a
   * guid, whose episode an item is depends on the other items, so that then all of them are returned. Reading 10,000
   * unchanged episodes instead takes half as long again as parsing their feed.
   */
  async changed(tx: EntityManager, podcastId: string, items: readonly FeedItem[]): Promise<readonly FeedItem[]> {
    if (items.some(({ guid, audioUrl }) => guid === null && audioUrl !== null)) return items;
    const rows = await tx.query<{ guid: string }[]>(
      `SELECT e.guid
         FROM ${EPISODES}
         LEFT JOIN episodes old ON old.podcast_id = $2 AND old.guid = e.guid
        WHERE old.id IS NULL
           OR (coalesce(e.title, old.title), coalesce(e."durationSeconds", old.duration_seconds),
               coalesce(e."publishedAt", old.published_at, old.created_at), coalesce(e."audioUrl", old.audio_url))
              IS DISTINCT FROM (old.title, old.duration_seconds, old.published_at, old.audio_url)`,
      [JSON.stringify(items), podcastId],
    );
    const changed = new Set(rows.map(({ guid }) => guid));
    return items.filter(({ guid }) => guid !== null && changed.has(guid));
  }

  /**
   * Episodes of a podcast that feed items may refer to: at most one for each guid and one for each {@link audioKey}.
   */
  async known(tx: EntityManager, podcastId: string, { guids, audio, audioAlone }: Identities): Promise<KnownEpisode[]> {
    const byGuid = await tx.query<KnownEpisode[]>(`SELECT ${EPISODE} FROM episodes WHERE podcast_id = $1 AND guid = ANY ($2)`, [
      podcastId,
      [...guids],
    ]);
    const firstByAudio = (which: string, keys: ReadonlySet<string>) =>
      keys.size === 0
        ? []
        : tx.query<KnownEpisode[]>(
            `SELECT DISTINCT ON (${AUDIO_KEY}) ${EPISODE} FROM episodes
              WHERE podcast_id = $1 AND ${which} AND ${AUDIO_KEY} = ANY ($2) ORDER BY ${AUDIO_KEY}, id`,
            [podcastId, [...keys]],
          );
    const withoutGuid = await firstByAudio('guid IS NULL', audio);
    const withGuid = await firstByAudio('guid IS NOT NULL', audioAlone);
    return [...new Map([...byGuid, ...withoutGuid, ...withGuid].map((episode) => [episode.id, episode])).values()];
  }

  async hasRoomFor(tx: EntityManager, podcastId: string, more: number): Promise<boolean> {
    return (await tx.countBy(Episode, { podcastId })) + more <= MAX_EPISODES_OF_PODCAST;
  }

  /** Writes the changes of a feed in batches. @returns ids of new episodes */
  async write(tx: EntityManager, podcastId: string, { created, updated }: EpisodeChanges): Promise<string[]> {
    const oldestFirst = [...created].reverse(); // feeds begin with the newest, and ids are in the order of creation
    const added = oldestFirst.map((episode) => ({ id: newId(), ...episode }));
    for (const some of batches(added)) {
      await tx.query(
        `INSERT INTO episodes (id, podcast_id, guid, title, duration_seconds, published_at, audio_url, created_at)
         SELECT e.id, $2, e.guid, e.title, e."durationSeconds", e."publishedAt", e."audioUrl", $3 FROM ${EPISODES}`,
        [JSON.stringify(some), podcastId, this.clock.now()],
      );
    }
    for (const some of batches(updated)) {
      await tx.query(
        `UPDATE episodes AS old
            SET guid = e.guid, title = e.title, duration_seconds = e."durationSeconds", published_at = e."publishedAt", audio_url = e."audioUrl"
           FROM ${EPISODES} WHERE old.id = e.id`,
        [JSON.stringify(some)],
      );
    }
    return added.map(({ id }) => id);
  }

  /** New episodes for their events, in batches, and whether their time has come. */
  async *appeared(tx: EntityManager, ids: readonly string[]): AsyncGenerator<readonly AppearedEpisode[]> {
    for (const some of batches(ids)) {
      const rows = await tx.query<(Omit<AppearedEpisode, 'published_at'> & { published_at: Date | null })[]>(
        `SELECT e.id, e.podcast_id, e.guid, e.title, e.published_at, u.episode_id IS NULL AS "isPublished"
           FROM episodes e LEFT JOIN unpublished_episodes u ON u.episode_id = e.id WHERE e.id = ANY ($1::uuid[]) ORDER BY e.id`,
        [some],
      );
      yield rows.map((row) => ({ ...row, published_at: row.published_at?.toISOString() ?? null }));
    }
  }
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += WRITE_BATCH_SIZE) yield all.slice(at, at + WRITE_BATCH_SIZE);
}
