import { Podcast } from '@app/podcasts/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * The text of a feed as it was last fetched, of podcasts that publish it or whose owner has requested a refetch
 * (contract 17.4).
 */
@Entity('feed_sources')
export class FeedSource {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Podcast, { name: 'feed_sources_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('bytea', { nullable: true }) digest!: Buffer | null; // of the text; null: the next refetch fetches it
  @Column('bytea', { nullable: true }) marks!: Buffer | null; // compressed
  @Column('bytea', { nullable: true }) content!: Buffer | null; // the text, compressed
}
