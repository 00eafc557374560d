import { Episode } from '@app/podcasts/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The parts that an episode has and lacks, and its place in the list. Triggers keep it, so that the list of episodes
 * costs the same however many there are, and neither transcripts, chapters nor video stocks know that the list exists.
 */
@Entity('episode_contents')
@Check('episode_contents_missing_check', 'missing BETWEEN 0 AND 7')
@Index('episode_contents_released_at_idx', ['podcastId', 'releasedAt', 'episodeId'])
@Index('episode_contents_missing_idx', ['podcastId', 'missing', 'releasedAt', 'episodeId'])
@Index('episode_contents_title_words_idx', { synchronize: false }) // gin (title_words)
export class EpisodeContents {
  @ForeignKey(() => Episode, { name: 'episode_contents_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  episodeId!: string;
  @Column('uuid') podcastId!: string;
  @Column('timestamptz') releasedAt!: Date; // published_at; infinity while unpublished, which sorts these first
  @Column('smallint', { default: 7 }) missing!: number; // bits: 1 transcript, 2 chapters, 4 video
  @Column('int', { default: 0 }) chapterCount!: number;
  @Column('tsvector', { nullable: true, select: false }) titleWords!: string | null;
  @Column('timestamptz', { nullable: true }) chaptersUploadedAt!: Date | null;
}
