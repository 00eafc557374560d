import { Batches } from '@app/process';
import type { DataSource } from 'typeorm';
import type { Claim } from '../podcasts.errors.js';

type Asked = { readonly podcastId: string; readonly userId: string };
type Row = Claim & { readonly id: string };

/** Podcasts that one statement looks up. */
const BATCH_SIZE = 100;

/** Owners of podcasts, for every request whose path names one. Concurrent requests share a statement. */
export class PodcastClaims {
  private readonly batches = new Batches<Asked, Claim | undefined>(
    (asked) => this.find(asked),
    BATCH_SIZE,
    ({ userId }) => userId,
  );

  constructor(private readonly db: DataSource) {}

  /** @param podcastId in lower case */
  of(podcastId: string, userId: string): Promise<Claim | undefined> {
    return this.batches.ask({ podcastId, userId });
  }

  private async find(asked: readonly Asked[]): Promise<(Claim | undefined)[]> {
    const rows = await this.db.query<Row[]>(
      `SELECT id, owner_id AS "ownerId", ownership_confirmed_at IS NOT NULL AS confirmed FROM podcasts WHERE id = ANY($1::uuid[])`,
      [[...new Set(asked.map(({ podcastId }) => podcastId))]],
    );
    const claims = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ podcastId }) => claims.get(podcastId));
  }
}
