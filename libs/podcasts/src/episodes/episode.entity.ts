import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Podcast } from '../podcast.entity.js';

/** Whether automatic transcription or speaker separation is at work on an episode (contract 5.4). */
export const TRANSCRIPTIONS = ['idle', 'transcribing', 'separating_speakers'] as const;

export type Transcription = (typeof TRANSCRIPTIONS)[number];

@Entity('episodes')
@Check('episodes_duration_seconds_check', 'duration_seconds > 0')
@Check('episodes_transcription_check', "transcription IN ('idle', 'transcribing', 'separating_speakers')")
@Index('episodes_podcast_id_guid_key', ['podcastId', 'guid'], { unique: true })
@Index('episodes_folded_title_idx', { synchronize: false }) // on (md5(podcast_id::text || folded_title(title)))
export class Episode {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => Podcast, { name: 'episodes_podcast_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  podcastId!: string;
  @Column('text') title!: string;
  @Column('text', { nullable: true }) guid!: string | null;
  @Column('int', { nullable: true }) durationSeconds!: number | null;
  @Column('timestamptz', { nullable: true }) publishedAt!: Date | null;
  @Column('text', { nullable: true }) audioUrl!: string | null;
  @Column('text', { default: 'idle' }) transcription!: Transcription;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
