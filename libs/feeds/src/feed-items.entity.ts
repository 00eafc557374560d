import { Podcast } from '@app/podcasts/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What the items of a podcast's feed were when they were last taken over (`item-digests.ts`). Apart from {@link Feed}, which changes at every refetch. */
@Entity('feed_items')
export class FeedItems {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Podcast, { name: 'feed_items_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('bytea') digests!: Buffer;
}
