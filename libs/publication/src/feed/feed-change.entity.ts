import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Publication } from '../settings/publication.entity.js';

/** The last transaction in which a database session changed what a public feed is made from. A trigger keeps it. */
@Entity('feed_changes')
export class FeedChange {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Publication, { name: 'feed_changes_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @PrimaryColumn('smallint') session!: number;
  @Column('bigint') xact!: string;
}
