import { Podcast } from '@app/podcasts/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { FeedFailure, TransferFault } from '../feed-error.js';
import type { FeedWarning } from '../reading/feed-warnings.js';

export const REFETCH_STATUSES = ['queued', 'fetching', 'succeeded', 'not_modified', 'failed'] as const;

export type RefetchStatus = (typeof REFETCH_STATUSES)[number];

/** One refetch of a podcast's feed, and what came of it (contract 10.1). */
@Entity('rss_refetches')
@Check('rss_refetches_status_check', "status IN ('queued', 'fetching', 'succeeded', 'not_modified', 'failed')")
@Index('rss_refetches_podcast_id_id_idx', ['podcastId', 'id'])
@Index('rss_refetches_running_key', ['podcastId'], { unique: true, where: "status IN ('queued', 'fetching')" })
@Index('rss_refetches_due_at_idx', ['dueAt'], { where: "status IN ('queued', 'fetching')" })
@Index('rss_refetches_finished_at_idx', ['finishedAt'])
@Index('rss_refetches_host_idx', ['host'], { where: "status = 'fetching'" })
export class Refetch {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => Podcast, { name: 'rss_refetches_podcast_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  podcastId!: string;
  @Column('text', { default: 'queued' }) status!: RefetchStatus;
  @Column('timestamptz', { default: () => 'now()' }) requestedAt!: Date;
  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
  @Column('int', { nullable: true }) httpStatus!: number | null;
  @Column('int', { default: 0 }) episodesCreated!: number;
  @Column('int', { default: 0 }) episodesUpdated!: number;
  @Column('int', { default: 0 }) stocksMatched!: number;
  @Column('text', { nullable: true }) failureCode!: FeedFailure | null;
  @Column('int', { nullable: true }) failureLine!: number | null; // where in the document, of `invalid_xml`
  @Column('int', { nullable: true }) failureColumn!: number | null;
  // The fault of the transfer, for `fetch_failed`.
  @Column('text', { nullable: true }) failureDetail!: TransferFault | null;
  @Column('jsonb', { default: [] }) warnings!: readonly FeedWarning[];
  @Column('boolean', { default: false }) automatic!: boolean; // requested by the schedule, not by a caller
  @Column('text', { nullable: true }) host!: string | null; // that is being requested
  // The claim of the worker that fetches; a result without it is dropped.
  @Column('uuid', { nullable: true }) claim!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) dueAt!: Date; // when another worker may claim it
  @Column('int', { default: 0 }) attempts!: number;
}
