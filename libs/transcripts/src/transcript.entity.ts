import type { TranscriptFormat } from '@app/subtitles';
import { Episode } from '@app/podcasts/services';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The transcript of an episode. Its file is that of the {@link TranscriptVersion} with the same revision. */
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

/** An upload of an episode, kept also when it has been replaced (contract 5.7). */
@Entity('transcript_versions')
export class TranscriptVersion {
  @ForeignKey(() => Episode, { name: 'transcript_versions_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  episodeId!: string;
  @PrimaryColumn('int') number!: number; // counts up per episode
  @Column('uuid') revision!: string;
  @Column('text') format!: TranscriptFormat;
  @Column('int') segmentCount!: number;
  @Column('int') byteSize!: number; // of the upload
  @Column('bytea', { select: false }) content!: Buffer; // the upload, compressed
  @Column('uuid', { nullable: true }) tokenId!: string | null; // null for fixtures
  @Column('timestamptz', { default: () => 'now()' }) uploadedAt!: Date;
}

/** One subtitle of a transcript that the release before stored. TranscriptsService turns them into a version. */
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
