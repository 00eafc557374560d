import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Publication } from '../settings/publication.entity.js';

/** A public feed, compressed as it is sent. */
@Entity('published_feeds')
export class PublishedFeed {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Publication, { name: 'published_feeds_podcast_id_fkey', onDelete: 'CASCADE' })
  podcastId!: string;
  @Column('text') version!: string; // of everything that it was made from
  @Column('text') contentType!: string;
  @Column('text') etag!: string;
  @Column('bytea') gzip!: Buffer;
  @Column('bytea') brotli!: Buffer;
}
