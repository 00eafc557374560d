import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';

/** The body of an upload. It is documented here and read by read-upload.ts, off the event loop. */
export class UploadTranscript {
  @ApiPropertyOptional({ enum: ['srt', 'vtt'], description: 'Detected from the content when left out.' })
  readonly format?: 'srt' | 'vtt';

  @ApiProperty({ description: 'The whole text of the file: at most 10,485,760 bytes of UTF-8 and 20,000 subtitles.' })
  readonly content!: string;
}

export class UploadTranscriptQuery {
  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Judge the transcript and store nothing.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'dry_run must be true or false' })
  readonly dry_run: boolean = false;
}

class TranscriptUploadResponse {
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 20_000 }) readonly segment_count!: number;
}

export class TranscriptUploadEnvelope {
  @ApiProperty() readonly data!: TranscriptUploadResponse;
}

class SegmentResponse {
  @ApiProperty({ description: 'Seconds.' }) readonly start!: number;
  @ApiProperty({ description: 'Seconds.' }) readonly end!: number;
  @ApiProperty({ type: 'string', nullable: true }) readonly speaker!: string | null;
  @ApiProperty() readonly text!: string;
}

class TranscriptResponse {
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ description: 'Whether word-level timings exist.' }) readonly word_level!: boolean;
  @ApiProperty({ type: [SegmentResponse] }) readonly segments!: readonly SegmentResponse[];
}

export class TranscriptEnvelope {
  @ApiProperty() readonly data!: TranscriptResponse;
}
