import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { HostsQueries } from '../scheduling/hosts.queries.js';
import { FeedSource } from './feed-source.entity.js';
import { unpacked, type PackedSource, type Source } from './packed-source.js';

/** Milliseconds until a feed is fetched whose text is wanted: an owner's request within them goes first. */
const FETCH_AFTER_MS = 5000;

/** The stored texts of feeds, for features that publish them. */
@Injectable()
export class FeedSourcesQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly hosts: HostsQueries,
    private readonly clock: Clock,
  ) {}

  /** Keeps the text of a podcast's feed from now on. Without one, the feed is refetched soon, changed or not. */
  async keep(tx: EntityManager, podcastId: string): Promise<void> {
    const made = await tx.query<unknown[]>(
      'INSERT INTO feed_sources (podcast_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING podcast_id',
      [podcastId],
    );
    if (made.length === 0) return;
    const turnAt = new Date(this.clock.now().getTime() + FETCH_AFTER_MS);
    const [rows] = await tx.query<[{ host: string | null }[], number]>(
      'UPDATE feeds SET next_refetch_at = least(next_refetch_at, $2) WHERE podcast_id = $1 RETURNING host',
      [podcastId, turnAt],
    );
    await this.hosts.expect(tx, rows.flatMap(({ host }) => (host === null ? [] : [{ host, turnAt }]))); // prettier-ignore
  }

  async put(tx: EntityManager, podcastId: string, source: PackedSource): Promise<void> {
    await tx.upsert(FeedSource, { podcastId, ...source }, ['podcastId']);
  }

  /** The feed as it was last fetched; undefined when it has not been fetched since its text is kept. */
  async of(podcastId: string): Promise<Source | undefined> {
    const [row] = await this.db.query<PackedSource[]>(
      'SELECT marks, content FROM feed_sources WHERE podcast_id = $1 AND digest IS NOT NULL',
      [podcastId],
    );
    return row && unpacked(row);
  }
}
