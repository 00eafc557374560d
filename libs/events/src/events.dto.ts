import { PageQuery, QueryList } from '@app/http';
import { WaitSeconds } from '@app/jobs/routes';
import { eventTypesOf, type EventType } from '@app/outbox';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { EventRow } from './events.queries.js';

const TYPES = eventTypesOf('list');

export class EventsQuery extends PageQuery {
  @ApiPropertyOptional({
    type: [String],
    enum: TYPES,
    description: 'Events of these types alone, separated by commas or repeated.',
    example: ['episode.published'],
    // @ts-expect-error -- how a parameter is written is passed on to the document, though the type does not list it
    style: 'form',
    explode: false,
  })
  @IsOptional()
  @QueryList(TYPES)
  readonly types?: readonly EventType[];

  @ApiPropertyOptional({ format: 'uuid', description: 'Events that concern this podcast alone.' })
  @IsOptional()
  @IsString()
  readonly podcast_id?: string;

  @WaitSeconds(0) readonly wait?: number;
}

/** An event as it is read: the id and data of the notification, where its type is one that is sent (contract 18). */
export type EventResponse = {
  readonly id: string;
  readonly type: EventType;
  readonly created_at: string;
  readonly podcast_id: string | null;
  readonly data: unknown;
};

export function eventResponse({ id, type, createdAt, podcastId, body }: EventRow): EventResponse {
  const { data } = JSON.parse(body) as { readonly data: unknown };
  return { id, type, created_at: createdAt.toISOString(), podcast_id: podcastId, data };
}

class EventMeta {
  @ApiProperty({ description: 'Whether there are events after this page already.' }) readonly has_more!: boolean;
  @ApiProperty({ description: 'Give it as after to go on from here; always there.' }) readonly next_cursor!: string;
}

export class EventPage {
  @ApiProperty({ type: 'array', items: { $ref: '#/components/schemas/Event' } }) readonly data!: readonly EventResponse[];
  @ApiProperty() readonly meta!: EventMeta;
}
