import { Podcast } from '@app/podcasts/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Digests of the feed's items that were last stored (`item-digests.ts`). Apart from {@link Feed}, which every refetch changes. */
@Entity('feed_items')
export class FeedItems {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Podcast, { name: 'feed_items_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('bytea') digests!: Buffer;
}
