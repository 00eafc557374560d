import { Podcast } from '@app/podcasts/services';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The state of a podcast's feed between two refetches, made by a trigger as soon as the podcast has the URL of one.
 * Requests for a refetch lock its row, so that they take turns.
 */
@Entity('feeds')
@Index('feeds_next_refetch_at_idx', ['nextRefetchAt'])
@Index('feeds_host_next_refetch_at_idx', ['host', 'nextRefetchAt'])
@Index('feeds_unplanned_idx', ['podcastId'], { where: 'host IS NULL' })
export class Feed {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Podcast, { name: 'feeds_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('text', { nullable: true }) feedUrl!: string | null; // the podcast's, when `host` and `movedTo` were set
  // The host that serves the feed; null until automatic refetches are planned.
  @Column('text', { nullable: true }) host!: string | null;
  @Column('text', { nullable: true }) movedTo!: string | null; // where permanent redirects led
  @Column('text', { nullable: true }) url!: string | null; // that sent the validators
  @Column('text', { nullable: true }) etag!: string | null;
  @Column('text', { nullable: true }) lastModified!: string | null;
  @Column('int', { default: 0 }) failures!: number; // in a row
  @Column('timestamptz') nextRefetchAt!: Date; // infinity: not planned yet
}
