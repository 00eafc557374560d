import { newId } from '@app/database';
import type { EventData } from '@app/outbox';
import { Clock } from '@app/process';
import { Episode } from '@app/podcasts/services';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FeedItem } from '../reading/feed-item.js';
import type { EpisodeChanges, Identities, KnownEpisode } from './episode-changes.js';

/** Most episodes of a podcast. */
const MAX_EPISODES_OF_PODCAST = 100_000;

export type AppearedEpisode = EventData<'episode.appeared'> & { readonly isPublished: boolean };

type EpisodeRow = {
  readonly id: string;
  readonly guid: string | null;
  readonly title: string;
  readonly duration_seconds: number | null;
  readonly published_at: Date | null;
  readonly audio_url: string | null;
  readonly created_at: Date;
};

const EPISODE = 'id, guid, title, duration_seconds, published_at, audio_url, created_at';

/** The {@link audioKey} of the episode. */
const AUDIO_KEY = `split_part(split_part(audio_url, '?', 1), '#', 1)`;

/** Episodes that one statement writes. Few, because building the statement blocks the event loop. */
const WRITE_BATCH_SIZE = 2000;

@Injectable()
export class EpisodesQueries {
  constructor(private readonly clock: Clock) {}

  /**
   * The items that are new or differ from their episode; of several with the same guid, the first counts. Without a guid, whose
   * episode an item is depends on the other items, so that then all of them are returned. Reading 10,000 unchanged episodes instead
   * takes half as long again as parsing their feed.
   */
  async changed(tx: EntityManager, podcastId: string, items: readonly FeedItem[]): Promise<readonly FeedItem[]> {
    if (items.some(({ guid, audioUrl }) => guid === null && audioUrl !== null)) return items;
    const rows = await tx.query<{ guid: string }[]>(
      `SELECT e.guid
         FROM json_to_recordset($2::json) AS e (guid text, title text, "durationSeconds" int, "publishedAt" timestamptz, "audioUrl" text)
         LEFT JOIN episodes old ON old.podcast_id = $1 AND old.guid = e.guid
        WHERE old.id IS NULL
           OR (coalesce(e.title, old.title), coalesce(e."durationSeconds", old.duration_seconds),
               coalesce(e."publishedAt", old.published_at, old.created_at), coalesce(e."audioUrl", old.audio_url))
              IS DISTINCT FROM (old.title, old.duration_seconds, old.published_at, old.audio_url)`,
      [podcastId, JSON.stringify(items)],
    );
    const changed = new Set(rows.map(({ guid }) => guid));
    return items.filter(({ guid }) => guid !== null && changed.has(guid));
  }

  /** Episodes of a podcast that items of a feed may refer to: at most one for each guid and one for each {@link audioKey}. */
  async known(tx: EntityManager, podcastId: string, { guids, audio, audioAlone }: Identities): Promise<KnownEpisode[]> {
    const byGuid = await tx.query<EpisodeRow[]>(`SELECT ${EPISODE} FROM episodes WHERE podcast_id = $1 AND guid = ANY ($2)`, [
      podcastId,
      [...guids],
    ]);
    const firstByAudio = (which: string, keys: ReadonlySet<string>) =>
      keys.size === 0
        ? []
        : tx.query<EpisodeRow[]>(
            `SELECT DISTINCT ON (${AUDIO_KEY}) ${EPISODE} FROM episodes
              WHERE podcast_id = $1 AND ${which} AND ${AUDIO_KEY} = ANY ($2) ORDER BY ${AUDIO_KEY}, id`,
            [podcastId, [...keys]],
          );
    const withoutGuid = await firstByAudio('guid IS NULL', audio);
    const withGuid = await firstByAudio('guid IS NOT NULL', audioAlone);
    const rows = new Map([...byGuid, ...withoutGuid, ...withGuid].map((row) => [row.id, row]));
    return [...rows.values()].map((row) => ({
      id: row.id,
      guid: row.guid,
      title: row.title,
      durationSeconds: row.duration_seconds,
      publishedAt: row.published_at,
      audioUrl: row.audio_url,
      firstSeenAt: row.created_at,
    }));
  }

  /** Whether the podcast has room for that many more episodes. */
  async hasRoomFor(tx: EntityManager, podcastId: string, more: number): Promise<boolean> {
    return (await tx.countBy(Episode, { podcastId })) + more <= MAX_EPISODES_OF_PODCAST;
  }

  /** Writes the changes of a feed in batches. @returns ids of new episodes */
  async write(tx: EntityManager, podcastId: string, { created, updated }: EpisodeChanges): Promise<string[]> {
    const ids: string[] = [];
    const oldestFirst = [...created].reverse(); // feeds begin with the newest, and ids are in the order of creation
    for (const some of batches(oldestFirst)) {
      const added = some.map(() => newId());
      await tx.query(
        `INSERT INTO episodes (id, podcast_id, guid, title, duration_seconds, published_at, audio_url, created_at)
         SELECT e.id, $1, e.guid, e.title, e.duration, e.published, e.audio, $8
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::text[]) AS e (id, guid, title, duration, published, audio)`,
        [podcastId, added, ...columns(some), this.clock.now()],
      );
      ids.push(...added);
    }
    for (const some of batches(updated)) {
      await tx.query(
        `UPDATE episodes AS old
            SET guid = e.guid, title = e.title, duration_seconds = e.duration, published_at = e.published, audio_url = e.audio
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::text[]) AS e (id, guid, title, duration, published, audio)
          WHERE old.id = e.id`,
        [some.map(({ id }) => id), ...columns(some)],
      );
    }
    return ids;
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

function columns(episodes: readonly Omit<KnownEpisode, 'id' | 'firstSeenAt'>[]): unknown[][] {
  return [
    episodes.map(({ guid }) => guid),
    episodes.map(({ title }) => title),
    episodes.map(({ durationSeconds }) => durationSeconds),
    episodes.map(({ publishedAt }) => publishedAt),
    episodes.map(({ audioUrl }) => audioUrl),
  ];
}
