import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PublicFile } from '../files/public-files.js';
import type { FeedSettings } from './additions.js';
import type { IdentifiedEpisode } from './public-episodes.js';
import { PublishedFeed } from './published-feed.entity.js';

/** Changes when feeds are made in another way, so that they are made anew. */
const MAKER = '1';

/** The sources of a public feed. `version` changes whenever one of them does. */
export type FeedState = FeedSettings & { readonly version: string; readonly ownerId: string };

/** Episodes of a podcast that are public now. Bits of `missing` that are not set: 1 transcript, 2 chapters, 4 video. */
const PUBLIC_EPISODES = 'SELECT * FROM episode_contents WHERE podcast_id = $1 AND released_at <= now()';

type EpisodeRow = Omit<IdentifiedEpisode, 'video'> & { readonly contentType: string | null; readonly byteSize: string | null };

@Injectable()
export class PublishedFeedsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Reads a few rows, however many episodes there are: the last changes, and the latest release, which needs no change.
   * A transaction that began before the podcast had a publication is noticed by the minutes after that.
   * @returns undefined when the feed is not public
   */
  async state(podcastId: string): Promise<FeedState | undefined> {
    const [row] = await this.db.query<FeedState[]>(
      `SELECT pub.origin, pub.count_downloads AS "countDownloads", pub.language, p.owner_id AS "ownerId",
              md5(concat_ws(' ', $2::text, pub.origin, pub.count_downloads, pub.language, encode(s.digest, 'hex'),
                least(floor(extract(epoch FROM now() - pub.updated_at) / 60), 3),
                (SELECT string_agg(session || ':' || xact, ',' ORDER BY session) FROM feed_changes WHERE podcast_id = $1),
                (SELECT released_at FROM episode_contents
                  WHERE podcast_id >= $1 AND (podcast_id, released_at) <= ($1, now())
                  ORDER BY podcast_id DESC, released_at DESC LIMIT 1))) AS version
         FROM publications pub JOIN podcasts p ON p.id = pub.podcast_id LEFT JOIN feed_sources s ON s.podcast_id = pub.podcast_id
        WHERE pub.podcast_id = $1 AND pub.public AND p.ownership_confirmed_at IS NOT NULL AND p.feed_url IS NOT NULL`,
      [podcastId, MAKER],
    );
    return row;
  }

  /** The feed that was made of a version; null when that was not made, or is made no more. */
  made(podcastId: string, version: string): Promise<PublicFile | null> {
    return this.db.manager.findOneBy(PublishedFeed, { podcastId, version });
  }

  async store(podcastId: string, version: string, { contentType, etag, gzip, brotli }: PublicFile): Promise<void> {
    await this.db.query(
      `INSERT INTO published_feeds (podcast_id, version, content_type, etag, gzip, brotli)
       SELECT podcast_id, $2, $3, $4, $5, $6 FROM publications WHERE podcast_id = $1
       ON CONFLICT (podcast_id) DO UPDATE SET version = excluded.version, content_type = excluded.content_type, etag = excluded.etag,
         gzip = excluded.gzip, brotli = excluded.brotli`,
      [podcastId, version, contentType, etag, gzip, brotli],
    );
  }

  /** Public episodes with one of these guids that add to the feed, and those with audio at one of these addresses. */
  async episodes(
    podcastId: string,
    { guids, audio, countDownloads }: { guids: readonly string[]; audio: readonly string[]; countDownloads: boolean },
  ): Promise<IdentifiedEpisode[]> {
    const rows = await this.db.query<EpisodeRow[]>(
      `SELECT e.id, e.guid, e.audio_url AS "audioUrl", (c.missing & 1) = 0 AS "hasTranscript", (c.missing & 2) = 0 AS "hasChapters",
              u.content_type AS "contentType", u.byte_size AS "byteSize"
         FROM (${PUBLIC_EPISODES}) c JOIN episodes e ON e.id = c.episode_id
         LEFT JOIN video_stocks v ON v.matched_episode_id = e.id LEFT JOIN uploads u ON u.id = v.upload_id
        WHERE (c.missing < 7 OR $4 OR cardinality($3::text[]) > 0)
          AND ((e.guid = ANY ($2) AND (c.missing < 7 OR $4)) OR split_part(split_part(e.audio_url, '?', 1), '#', 1) = ANY ($3))
        ORDER BY e.id DESC`,
      [podcastId, guids, audio, countDownloads],
    );
    return rows.map(({ contentType, byteSize, ...episode }) => ({
      ...episode,
      video: byteSize === null ? null : { contentType: videoType(contentType), byteSize: Number(byteSize) },
    }));
  }
}

/** The media type that the uploader named, if it is one of videos. */
export function videoType(type: string | null): string {
  return type !== null && /^video\/[\w.+-]+$/.test(type) ? type : 'video/mp4';
}
