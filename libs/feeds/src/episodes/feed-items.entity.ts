import { Podcast } from '@app/podcasts/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** No longer used. Workers of the version before write to the table, so the next release drops it. */
@Entity('feed_items')
export class FeedItems {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Podcast, { name: 'feed_items_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('bytea') digests!: Buffer;
}
