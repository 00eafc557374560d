import { Envelope } from '@app/http';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Chapter } from './chapter.entity.js';
import { MAX_TITLE } from './chapter-fields.js';
import { podcastChapter } from './podcast-chapters.js';
import { MAX_CHAPTERS } from './read-document.js';

/** A chapter, in the Podcast Namespace's own names (contract 11.3). What it does not have is left out. */
class ChapterResponse {
  @ApiProperty({ example: 0, minimum: 0, description: 'Seconds.' }) readonly startTime!: number;
  @ApiPropertyOptional({ example: 90, description: 'Seconds; after startTime.' }) readonly endTime?: number;
  @ApiPropertyOptional({ example: 'Intro', minLength: 1, maxLength: MAX_TITLE, description: 'Required, unless toc is false.' })
  readonly title?: string;
  @ApiPropertyOptional({ example: 'Who is here today.' }) readonly summary?: string;
  @ApiPropertyOptional({ example: 'https://example.com/queues', description: 'A page about the chapter; http or https.' })
  readonly url?: string;
  @ApiPropertyOptional({ example: 'https://media.example.com/12/intro.jpg', description: 'An image; http or https.' })
  readonly img?: string;
  @ApiPropertyOptional({ example: true, description: 'false: the chapter is not shown in the table of contents.' }) readonly toc?: boolean;
}

/** The body of an upload. It is documented here and read by read-document.ts. */
export class ChaptersDocument {
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'number' }], example: '1.2.0' }) readonly version?: string | number;

  @ApiProperty({
    type: [ChapterResponse],
    maxItems: MAX_CHAPTERS,
    description: 'Starts ascend; a silent marker (toc: false) may start with a chapter. Empty: removes all chapters.',
  })
  readonly chapters!: readonly ChapterResponse[];
}

class ReplacedChaptersResponse {
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ example: 4, type: 'integer', minimum: 0, maximum: MAX_CHAPTERS }) readonly chapter_count!: number;
}

export class ReplacedChaptersEnvelope extends Envelope(ReplacedChaptersResponse) {}

class ChaptersResponse {
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ type: [ChapterResponse] }) readonly chapters!: readonly ChapterResponse[];
}

export class ChaptersEnvelope extends Envelope(ChaptersResponse) {
  static from(episodeId: string, chapters: readonly Chapter[]): ChaptersEnvelope {
    return { data: { episode_id: episodeId, chapters: chapters.map((chapter) => podcastChapter(chapter) as ChapterResponse) } };
  }
}
