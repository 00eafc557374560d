import { Envelope, Page, QueryFlag } from '@app/http';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { KeptVersion } from './transcripts.service.js';

/** The body of an upload. It is documented here and read by read-upload.ts, off the event loop. */
export class UploadTranscript {
  @ApiPropertyOptional({ example: 'srt', enum: ['srt', 'vtt'], description: 'Detected from the content when left out.' })
  readonly format?: 'srt' | 'vtt';

  @ApiProperty({
    example: '1\n00:00:01,000 --> 00:00:02,500\nHello\n',
    description: 'The whole text of the file: at most 10,485,760 bytes of UTF-8 and 20,000 subtitles.',
  })
  readonly content!: string;
}

export class UploadTranscriptQuery {
  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Judge the transcript and store nothing.' })
  @IsOptional()
  @QueryFlag()
  readonly dry_run: boolean = false;
}

class TranscriptUploadResponse {
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ example: 412, type: 'integer', minimum: 1, maximum: 20_000 }) readonly segment_count!: number;
}

export class TranscriptUploadEnvelope extends Envelope(TranscriptUploadResponse) {}

class SegmentResponse {
  @ApiProperty({ example: 1, description: 'Seconds.' }) readonly start!: number;
  @ApiProperty({ example: 2.5, description: 'Seconds.' }) readonly end!: number;
  @ApiProperty({ example: 'Ann', type: 'string', nullable: true }) readonly speaker!: string | null;
  @ApiProperty({ example: 'Hello' }) readonly text!: string;
}

class TranscriptResponse {
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ description: 'Whether word-level timings exist.' }) readonly word_level!: boolean;
  @ApiProperty({ type: [SegmentResponse] }) readonly segments!: readonly SegmentResponse[];
}

export class TranscriptEnvelope extends Envelope(TranscriptResponse) {}

export class TranscriptVersionResponse {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts up per episode.' }) readonly number!: number;
  @ApiProperty({ enum: ['srt', 'vtt'] }) readonly format!: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 20_000 }) readonly segment_count!: number;
  @ApiProperty({ type: 'integer', description: 'Bytes of the upload.' }) readonly byte_size!: number;
  @ApiProperty({ format: 'date-time' }) readonly uploaded_at!: string;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'The token with which it was uploaded.' })
  readonly token_id!: string | null;
  @ApiProperty({ description: 'Whether it is the present transcript.' }) readonly current!: boolean;

  static from(this: void, version: KeptVersion): TranscriptVersionResponse {
    const { number, format, segmentCount, byteSize, uploadedAt, tokenId, current } = version;
    return {
      number,
      format,
      segment_count: segmentCount,
      byte_size: byteSize,
      uploaded_at: uploadedAt.toISOString(),
      token_id: tokenId,
      current,
    };
  }
}

export class TranscriptVersionPage extends Page(TranscriptVersionResponse) {}
