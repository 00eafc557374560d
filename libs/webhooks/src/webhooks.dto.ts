import { Envelope } from '@app/http';
import { type AttemptEntry, DELIVERY_STATUSES, type DeliveryStatus, eventTypesOf, type EventType, VERIFICATION } from '@app/outbox';
import { withCode } from '@app/http/bodies';
import { httpErrors } from '@app/http/errors';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsArray, IsDefined, IsIn, isISO8601, IsOptional, IsString, Matches, ValidateBy } from 'class-validator';
import { REPLAYED_TYPES } from './deliveries/replays.service.js';
import type { ShownEndpoint } from './endpoints/endpoints.service.js';
import type { DeliveryDetails, DeliverySummary } from './deliveries/deliveries.queries.js';
import { webhookErrors } from './webhooks.errors.js';

/** The body of a registration. */
export class RegisterWebhook {
  @ApiProperty({
    format: 'uri',
    maxLength: 2048,
    example: 'https://hooks.example.com/podcasts',
    description: 'HTTPS, port 443, a public host.',
  })
  @IsDefined({ message: 'url is required.' })
  @IsString({ message: 'url must be a string.', ...withCode(webhookErrors.invalid_url) })
  readonly url!: string;
}

/** ISO 8601 has weeks, days of a year and hours alone, too, which `Date` does not read. */
const isInstant = (value: unknown): boolean => isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(String(value)));

export class ReplayWebhook {
  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00Z', description: 'With its offset.' })
  @IsDefined({ message: 'since is required.' })
  @ValidateBy({ name: 'isInstant', validator: { validate: isInstant } }, { message: 'since must be a date-time.' })
  @Matches(/(?:Z|[+-]\d\d:?\d\d)$/i, { message: 'since must state its offset.', ...withCode(httpErrors.offset_required) })
  readonly since!: string;

  @ApiPropertyOptional({ type: [String], enum: REPLAYED_TYPES, description: 'Events of these types alone.' })
  @IsOptional()
  @IsArray({ message: 'types must be a list.' })
  @IsIn(REPLAYED_TYPES, { each: true, message: `types must be a list of ${REPLAYED_TYPES.join(', ')}.` })
  readonly types?: readonly EventType[] | null;
}

class ReplayResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Events that are sent again.' }) readonly count!: number;
}

export class ReplayEnvelope extends Envelope(ReplayResponse) {}

/** A webhook configuration (contract 6.1), without its secret. */
export class EndpointResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ example: 'https://hooks.example.com/podcasts', format: 'uri' }) readonly url!: string;
  @ApiProperty({ description: 'Whether the destination has answered its verification.' }) readonly active!: boolean;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) readonly verified_at!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When it took something for the last time.' })
  readonly last_delivered_at!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'The first failed attempt after the last success.' })
  readonly failing_since!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that are queued.' }) readonly waiting!: number;

  static from({ id, url, verification, verifiedAt, lastDeliveredAt, failingSince, waiting }: ShownEndpoint): EndpointResponse {
    return {
      id,
      url,
      active: verification === 'verified',
      verified_at: verifiedAt?.toISOString() ?? null,
      last_delivered_at: lastDeliveredAt?.toISOString() ?? null,
      failing_since: failingSince?.toISOString() ?? null,
      waiting,
    };
  }
}

@ApiExtraModels(EndpointResponse)
export class EndpointEnvelope {
  // OpenAPI 3.0 has no null of its own, and `nullable` beside a reference still wants an object.
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(EndpointResponse) }, { type: 'object', nullable: true, enum: [null] }] })
  readonly data!: EndpointResponse | null;
}

class RegistrationResponse {
  @ApiProperty() readonly endpoint!: EndpointResponse;
  @ApiProperty({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    description: 'Shown only here: whsec_ and 32 bytes in base64. Store it safely.',
  })
  readonly signing_secret!: string;
}

export class RegistrationEnvelope extends Envelope(RegistrationResponse) {}

/** Types of the events that destinations receive. */
const NOTIFIED = eventTypesOf('webhook');

/** An item of the history (contract 6.9). */
export class DeliveryResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ format: 'uuid' }) readonly event_id!: string;
  @ApiProperty({ enum: NOTIFIED, example: 'video_quota.low' }) readonly event_type!: string;
  @ApiProperty({ enum: DELIVERY_STATUSES }) readonly status!: DeliveryStatus;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts made, also those that never connected.' }) readonly attempts!: number;
  @ApiProperty({ format: 'date-time' }) readonly created_at!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) readonly delivered_at!: string | null;

  static from(this: void, { id, eventId, eventType, status, attempts, createdAt, deliveredAt }: DeliverySummary): DeliveryResponse {
    return {
      id,
      event_id: eventId,
      event_type: eventType,
      status,
      attempts,
      created_at: createdAt.toISOString(),
      delivered_at: deliveredAt?.toISOString() ?? null,
    };
  }
}

export class DeliveriesEnvelope {
  @ApiProperty({ type: [DeliveryResponse] }) readonly data!: readonly DeliveryResponse[];
}

/** One attempt of a delivery (contract 6.13). */
class AttemptResponse {
  @ApiProperty({ type: 'integer', minimum: 1 }) readonly number!: number;
  @ApiProperty({ format: 'date-time' }) readonly started_at!: string;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'null when its end is not known: the attempt was lost or canceled.',
  })
  readonly duration_ms!: number | null;
  @ApiProperty({ example: '200', description: 'The HTTP status, or a code: see docs/webhooks.md, "Outcomes".' }) readonly outcome!: string;

  static from(this: void, { started_at: startedAt, ...entry }: AttemptEntry): AttemptResponse {
    return { number: entry.number, started_at: new Date(startedAt).toISOString(), duration_ms: entry.duration_ms, outcome: entry.outcome };
  }
}

/** One delivery with everything that tells why it did or did not arrive (contract 6.13). */
export class DeliveryDetailsResponse extends DeliveryResponse {
  @ApiProperty({
    example: 'https://hooks.example.com/podcasts',
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'Where it is sent. null for old deliveries of a replaced destination.',
  })
  readonly url!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'null unless it waits for an attempt.' })
  readonly next_attempt_at!: string | null;
  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/WebhookEvent' }, { type: 'object', nullable: true, enum: [null] }],
    description: 'The event. null for a verification.',
  })
  readonly payload!: Record<string, unknown> | null;
  @ApiProperty({ type: [AttemptResponse], description: 'Oldest first.' }) readonly attempt_log!: readonly AttemptResponse[];

  static of(details: DeliveryDetails): DeliveryDetailsResponse {
    return {
      ...DeliveryResponse.from(details),
      url: details.url,
      next_attempt_at: details.nextAttemptAt?.toISOString() ?? null,
      payload: details.eventType === VERIFICATION ? null : (JSON.parse(details.body) as Record<string, unknown>),
      attempt_log: details.attemptLog.map(AttemptResponse.from),
    };
  }
}

export class DeliveryDetailsEnvelope extends Envelope(DeliveryDetailsResponse) {}
export class DeliveryEnvelope extends Envelope(DeliveryResponse) {}
export class VerificationEnvelope extends Envelope(EndpointResponse) {}
