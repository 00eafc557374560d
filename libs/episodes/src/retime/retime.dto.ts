import { Envelope, QueryFlag } from '@app/http';
import { EDIT_LIMITS, type Edit } from '@app/subtitles';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsArray, IsDefined, IsOptional } from 'class-validator';
import type { Retimed } from './retime.service.js';

const seconds = { minimum: 0, maximum: EDIT_LIMITS.seconds };

class Insertion {
  @ApiProperty({ ...seconds, example: 0, description: 'Where time is put in, in seconds of the file as it was.' }) readonly at!: number;
  @ApiProperty({ ...seconds, minimum: 0.001, example: 30, description: 'How many seconds are put in.' }) readonly insert!: number;
}

class Cut {
  @ApiProperty({ ...seconds, example: 94.5, description: 'Where the cut begins, in seconds of the file as it was.' })
  readonly from!: number;
  @ApiProperty({ ...seconds, minimum: 0.001, example: 120, description: 'Where it ends: what begins there stays.' }) readonly to!: number;
}

@ApiExtraModels(Insertion, Cut)
export class RetimeEpisode {
  @ApiProperty({
    type: 'array',
    maxItems: EDIT_LIMITS.count,
    items: { oneOf: [{ $ref: getSchemaPath(Insertion) }, { $ref: getSchemaPath(Cut) }] },
    description: 'In their order, not overlapping. Edits of one place apply in their order.',
    example: [
      { at: 0, insert: 30 },
      { from: 94.5, to: 120 },
    ],
  })
  @IsDefined()
  @IsArray()
  readonly edits!: readonly Edit[]; // judged by wrongEdit
}

export class RetimeQuery {
  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Count what would become of them and store nothing.' })
  @IsOptional()
  @QueryFlag()
  readonly dry_run: boolean = false;
}

class RetimedResponse {
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ example: 410, type: 'integer', minimum: 0, description: 'Subtitles that there are now. 0: no transcript is left.' })
  readonly segment_count!: number;
  @ApiProperty({ example: 2, type: 'integer', minimum: 0 }) readonly segments_removed!: number;
  @ApiProperty({ example: 4, type: 'integer', minimum: 0, description: 'Chapters that there are now.' }) readonly chapter_count!: number;
  @ApiProperty({ example: 0, type: 'integer', minimum: 0 }) readonly chapters_removed!: number;
}

export class RetimedEnvelope extends Envelope(RetimedResponse) {
  static from(episodeId: string, { segmentCount, segmentsRemoved, chapterCount, chaptersRemoved }: Retimed): RetimedEnvelope {
    const segments = { segment_count: segmentCount, segments_removed: segmentsRemoved };
    return { data: { episode_id: episodeId, ...segments, chapter_count: chapterCount, chapters_removed: chaptersRemoved } };
  }
}
