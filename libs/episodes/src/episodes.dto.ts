import { Envelope, Page, PageQuery, QueryList } from '@app/http';
import { TRANSCRIPTIONS, type Transcription } from '@app/podcasts/services';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { ArrayMaxSize, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { EpisodeRow } from './episodes.queries.js';
import { PARTS, partsOf, type Part } from './missing-parts.js';

export class ListEpisodes extends PageQuery {
  @ApiPropertyOptional({ maxLength: 2048, description: 'The episode with exactly this guid.', example: 'urn:tech-weekly:12' })
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  @Matches(/^[^\0]*$/, { message: 'guid must not contain U+0000' })
  readonly guid?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: 100,
    description: 'The episodes with these ids: separated by commas, or one in each of several parameters.',
    // @ts-expect-error -- as below
    style: 'form',
    explode: false,
  })
  @IsOptional()
  @QueryList()
  @ArrayMaxSize(100, { message: 'ids must have at most 100 ids.' })
  @IsUUID('all', { each: true, message: 'ids must be a list of ids of episodes.' })
  readonly ids?: readonly string[];

  @ApiPropertyOptional({
    type: [String],
    enum: PARTS,
    description: 'Episodes that lack all of these: separated by commas, or one in each of several parameters.',
    example: ['transcript'],
    // @ts-expect-error -- how a parameter is written is passed on to the document, though the type does not list it
    style: 'form',
    explode: false,
  })
  @IsOptional()
  @QueryList(PARTS)
  readonly missing?: readonly Part[];

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 200,
    description: 'Episodes whose titles have all of these words, as words or their beginnings, whatever the case and accents.',
    example: 'interv caf',
  })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(/^[^\0\p{L}\p{N}]*[\p{L}\p{N}][^\0]*$/u, { message: 'q must have a letter or a digit, and no U+0000' })
  readonly q?: string;
}

class EpisodeTranscriptResponse {
  @ApiProperty({ example: 'srt', enum: ['srt', 'vtt'] }) readonly format!: 'srt' | 'vtt';
  @ApiProperty({ example: 412, type: 'integer', minimum: 0 }) readonly segment_count!: number;
  @ApiProperty({ format: 'date-time' }) readonly uploaded_at!: string;
}

class EpisodeChaptersResponse {
  @ApiProperty({ example: 4, type: 'integer', minimum: 1 }) readonly count!: number;
  @ApiProperty({ format: 'date-time' }) readonly uploaded_at!: string;
}

class EpisodeVideoResponse {
  @ApiProperty({ format: 'uuid', description: 'The matched video stock.' }) readonly stock_id!: string;
  @ApiProperty({ example: 1800, type: 'integer', minimum: 1, nullable: true }) readonly duration_seconds!: number | null;
}

const orNull = (model: new () => object): object => ({
  oneOf: [{ $ref: getSchemaPath(model) }, { type: 'object', nullable: true, enum: [null] }],
});

/** An episode and what its release still lacks (contract 13.2). */
@ApiExtraModels(EpisodeTranscriptResponse, EpisodeChaptersResponse, EpisodeVideoResponse)
export class EpisodeResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ format: 'uuid' }) readonly podcast_id!: string;
  @ApiProperty({ example: 'urn:tech-weekly:12', type: 'string', nullable: true }) readonly guid!: string | null;
  @ApiProperty({ example: 'Queues' }) readonly title!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null while it is unpublished.' })
  readonly published_at!: string | null;
  @ApiProperty({ example: 1800, type: 'integer', minimum: 1, nullable: true }) readonly duration_seconds!: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Where the audio is.' }) readonly audio_url!: string | null;
  @ApiProperty({
    example: 'http://127.0.0.1:3000/e/01a1fc5d-f819-7359-a50c-2c514f9a6d9d',
    format: 'uri',
    description: 'The redirect to the audio that counts downloads: for the enclosure of a feed.',
  })
  readonly download_url!: string;
  @ApiProperty({ enum: TRANSCRIPTIONS, description: 'What automatic transcription is doing; an upload is refused unless idle.' })
  readonly transcription!: Transcription;
  @ApiProperty(orNull(EpisodeTranscriptResponse)) readonly transcript!: EpisodeTranscriptResponse | null;
  @ApiProperty(orNull(EpisodeChaptersResponse)) readonly chapters!: EpisodeChaptersResponse | null;
  @ApiProperty(orNull(EpisodeVideoResponse)) readonly video!: EpisodeVideoResponse | null;
  @ApiProperty({ enum: PARTS, isArray: true, description: 'What the release still lacks.' }) readonly missing!: readonly Part[];
  @ApiProperty({ format: 'date-time' }) readonly created_at!: string;

  /** @param origin where the API is reached, such as https://api.example.com */
  static from(row: EpisodeRow, origin: string): EpisodeResponse {
    return {
      id: row.id,
      podcast_id: row.podcast_id,
      guid: row.guid,
      title: row.title,
      published_at: row.published_at?.toISOString() ?? null,
      duration_seconds: row.duration_seconds,
      audio_url: row.audio_url,
      download_url: `${origin}/e/${row.id}`,
      transcription: row.transcription,
      transcript: transcriptOf(row),
      chapters: row.chapters_uploaded_at && { count: row.chapter_count, uploaded_at: row.chapters_uploaded_at.toISOString() },
      video: row.stock_id === null ? null : { stock_id: row.stock_id, duration_seconds: row.video_seconds },
      missing: partsOf(row.missing),
      created_at: row.created_at.toISOString(),
    };
  }
}

export class EpisodeEnvelope extends Envelope(EpisodeResponse) {}
export class EpisodePage extends Page(EpisodeResponse) {}

function transcriptOf({ transcript_format, segment_count, transcript_uploaded_at }: EpisodeRow): EpisodeTranscriptResponse | null {
  if (transcript_format === null || segment_count === null || transcript_uploaded_at === null) return null;
  return { format: transcript_format, segment_count, uploaded_at: transcript_uploaded_at.toISOString() };
}
