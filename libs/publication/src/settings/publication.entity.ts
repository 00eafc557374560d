import { Podcast } from '@app/podcasts/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The public parts of a podcast (contract 17.1). Without a row, nothing is public. */
@Entity('publications')
export class Publication {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Podcast, { name: 'publications_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('boolean', { default: false }) public!: boolean;
  @Column('boolean', { default: false }) countDownloads!: boolean;
  @Column('text', { nullable: true }) language!: string | null; // null: that of the feed
  @Column('text') origin!: string; // where the owner reached the API: the public addresses begin with it
  @Column('timestamptz') updatedAt!: Date;
}
