import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { IsDefined, IsString } from 'class-validator';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from './deliveries/delivery.entity.js';
import type { Endpoint } from './endpoints/endpoint.entity.js';

/** The body of a registration. */
export class RegisterWebhook {
  @ApiProperty({
    format: 'uri',
    maxLength: 2048,
    example: 'https://hooks.example.com/podcasts',
    description: 'HTTPS, port 443, a public host.',
  })
  @IsDefined({ message: 'url is required.' })
  @IsString({ message: 'url must be a string.', context: { code: 'invalid_url' } })
  readonly url!: string;
}

/** A webhook configuration (spec 2). The key is no part of it. */
export class EndpointResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ format: 'uri' }) readonly url!: string;
  @ApiProperty({ description: 'Whether the destination has answered its verification.' }) readonly active!: boolean;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) readonly verified_at!: string | null;

  static from({ id, url, verification, verifiedAt }: Endpoint): EndpointResponse {
    return { id, url, active: verification === 'verified', verified_at: verifiedAt?.toISOString() ?? null };
  }
}

@ApiExtraModels(EndpointResponse)
export class EndpointEnvelope {
  // OpenAPI 3.0 has no null of its own, and `nullable` beside a reference still wants an object.
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(EndpointResponse) }, { type: 'object', nullable: true, enum: [null] }] })
  readonly data!: EndpointResponse | null;
}

export class RegistrationResponse {
  @ApiProperty() readonly endpoint!: EndpointResponse;
  @ApiProperty({ description: 'Shown this once: whsec_ and 32 bytes in base64. Keep it safe.' }) readonly signing_secret!: string;
}

export class RegistrationEnvelope {
  @ApiProperty() readonly data!: RegistrationResponse;
}

export class RemovalResponse {
  @ApiProperty({ enum: [true] }) readonly deleted!: true;
}

export class RemovalEnvelope {
  @ApiProperty() readonly data!: RemovalResponse;
}

/** An item of the history (spec 2). */
export class DeliveryResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ example: 'video_quota.low' }) readonly event_type!: string;
  @ApiProperty({ enum: DELIVERY_STATUSES }) readonly status!: DeliveryStatus;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts made, also those that never connected.' }) readonly attempts!: number;
  @ApiProperty({ format: 'date-time' }) readonly created_at!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) readonly delivered_at!: string | null;

  static from(
    this: void,
    {
      id,
      eventType,
      status,
      attempts,
      createdAt,
      deliveredAt,
    }: Pick<Delivery, 'id' | 'eventType' | 'status' | 'attempts' | 'createdAt' | 'deliveredAt'>,
  ): DeliveryResponse {
    return {
      id,
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
