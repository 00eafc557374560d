import type { EventType } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Days for which events are shown (contract 18.1): those that a delivery refers to are removed later. */
const MAX_AGE_DAYS = 30;

export type EventRow = {
  readonly id: string;
  readonly type: EventType;
  readonly podcastId: string | null;
  readonly createdAt: Date;
  readonly body: string;
  /** A bigint as a string. */
  readonly position: string;
};

export type EventFilter = { readonly userId: string; readonly types: readonly EventType[]; readonly podcastId: string | null };

type Found = {
  readonly rows: readonly EventRow[];
  /** All events up to this position are committed or never will be. */
  readonly upTo: bigint;
  /** Whether there are events above it, which a transaction under way keeps back. */
  readonly pending: boolean;
};

/** Reads of the primary: a replica may lack what a position promises. */
@Injectable()
export class EventsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Events after a position, in their order. The bound is read first, in a statement of its own: whatever is below it
   * is committed by then.
   */
  async after(position: bigint, { userId, types, podcastId }: EventFilter, limit: number): Promise<Found> {
    const [bound] = await this.db.query<{ position: string }[]>('SELECT readable_events() AS position');
    const upTo = BigInt(bound?.position ?? 0);
    const rows = await this.db.query<EventRow[]>(
      `SELECT id, type, podcast_id AS "podcastId", created_at AS "createdAt", body, position FROM events
        WHERE user_id = $1 AND position > $2 AND type = ANY ($3::text[]) AND ($4::uuid IS NULL OR podcast_id = $4)
          AND created_at > now() - interval '${MAX_AGE_DAYS} days'
        ORDER BY position LIMIT $5`,
      [userId, String(position), types, podcastId, limit],
    );
    const readable = rows.filter((row) => BigInt(row.position) <= upTo);
    return { rows: readable, upTo, pending: readable.length < rows.length };
  }
}
