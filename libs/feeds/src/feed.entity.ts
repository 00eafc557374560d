import { Podcast } from '@app/podcasts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What is remembered of a podcast's feed between two refetches. Its row is also the lock of who asks for one. */
@Entity('feeds')
@Index('feeds_next_refetch_at_idx', ['nextRefetchAt'])
export class Feed {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Podcast, { name: 'feeds_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('text', { nullable: true }) url!: string | null; // where the validators are from: another URL has others
  @Column('text', { nullable: true }) etag!: string | null;
  @Column('text', { nullable: true }) lastModified!: string | null;
  @Column('int', { default: 0 }) failures!: number; // in a row
  @Column('timestamptz') nextRefetchAt!: Date;
}
