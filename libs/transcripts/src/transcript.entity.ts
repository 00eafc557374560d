import type { TranscriptFormat } from '@app/subtitles';
import { Episode } from '@app/podcasts/services';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The transcript of an episode. Its subtitles are rows of {@link TranscriptSegment}. */
@Entity('transcripts')
@Check('transcripts_format_check', "format IN ('srt', 'vtt')")
export class Transcript {
  @ForeignKey(() => Episode, { name: 'transcripts_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  episodeId!: string;
  @Column('uuid') revision!: string; // new with every upload; part of the ETags
  @Column('text') format!: TranscriptFormat;
  @Column('int') segmentCount!: number;
  @Column('timestamptz', { default: () => 'now()' }) uploadedAt!: Date;
}

/** One subtitle. Milliseconds are bigint: WebVTT allows any number of hours. */
@Entity('transcript_segments')
export class TranscriptSegment {
  @PrimaryColumn('uuid') episodeId!: string;
  @PrimaryColumn('int') position!: number;
  @Column('bigint') startMs!: string;
  @Column('bigint') endMs!: string;
  @Column('text', { nullable: true }) speaker!: string | null;
  @Column('text') text!: string;
}

/** A word and its time, from automatic transcription. An upload deletes them (contract 5.4). */
@Entity('transcript_words')
export class TranscriptWord {
  @PrimaryColumn('uuid') episodeId!: string;
  @PrimaryColumn('int') position!: number;
  @Column('bigint') startMs!: string;
  @Column('bigint') endMs!: string;
  @Column('text') text!: string;
}
