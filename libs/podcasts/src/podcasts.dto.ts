import { Page } from '@app/http';
import { ApiProperty } from '@nestjs/swagger';
import type { ListedPodcast } from './podcasts.queries.js';

/** An item of the list: `id` and `title` alone (contract 4.1). */
export class PodcastResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ example: 'Tech Weekly' }) readonly title!: string;

  static from(this: void, { id, title }: ListedPodcast): PodcastResponse {
    return { id, title };
  }
}

export class PodcastPage extends Page(PodcastResponse) {}
