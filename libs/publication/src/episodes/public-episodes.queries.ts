import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

export type PublicVideo = { readonly uploadId: string; readonly contentType: string | null; readonly byteSize: string };

/** A published episode of a public podcast whose owner is confirmed (contract 17.2). */
const PUBLIC_EPISODE = `
  episodes e JOIN publications pub ON pub.podcast_id = e.podcast_id AND pub.public
  JOIN podcasts p ON p.id = e.podcast_id AND p.ownership_confirmed_at IS NOT NULL
 WHERE e.id = $1 AND e.published_at <= now()`;

@Injectable()
export class PublicEpisodesQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async ownerOf(episodeId: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ readonly ownerId: string }[]>(`SELECT p.owner_id AS "ownerId" FROM ${PUBLIC_EPISODE}`, [episodeId]);
    return row?.ownerId;
  }

  async video(episodeId: string): Promise<PublicVideo | undefined> {
    const [row] = await this.db.query<PublicVideo[]>(
      `SELECT u.id AS "uploadId", u.content_type AS "contentType", u.byte_size AS "byteSize"
         FROM video_stocks v JOIN uploads u ON u.id = v.upload_id
        WHERE v.matched_episode_id = $1 AND EXISTS (SELECT 1 FROM ${PUBLIC_EPISODE})`,
      [episodeId],
    );
    return row;
  }
}
