import type { OpenAPIObject } from '@nestjs/swagger';

type Notification = {
  readonly type: string;
  readonly summary: string;
  readonly description: string;
  readonly data: object;
  readonly example: object;
};

const string = (format?: string): object => (format ? { type: 'string', format } : { type: 'string' });
const record = (properties: Record<string, object>): object => ({ type: 'object', required: Object.keys(properties), properties });

const STOCK = record({
  id: string('uuid'),
  podcastId: string('uuid'),
  clientKey: string(),
  status: { type: 'string', enum: ['processing', 'ready', 'failed', 'matched', 'canceled'] },
  matchedEpisodeId: { type: ['string', 'null'], format: 'uuid' },
});
const QUOTA = record({
  usedSeconds: { type: 'integer', minimum: 0 },
  availableSeconds: { type: 'integer', minimum: 0 },
  remainingSeconds: { type: 'integer', minimum: 0 },
});
const A_STOCK = {
  id: '01a1fd59-06d0-715b-9e8f-454043023465',
  podcastId: '01a1fd59-06cd-772c-ad64-10fe26ca45b8',
  clientKey: 'second-thoughts-12',
};

const NOTIFICATIONS: readonly Notification[] = [
  {
    type: 'webhook.verification',
    summary: 'A destination is to be verified',
    description: 'Sent after a registration. Answer 2xx with a JSON object whose `challenge` is the one received.',
    data: record({ challenge: string() }),
    example: { challenge: 'AdwEuU_5HdS7oJB9OdN8WXzm-rSYJiB61EWqac48pCs' },
  },
  {
    type: 'video_stock.failed',
    summary: 'A video stock has failed',
    description: 'The reason is in the stock: GET /api/v1/video-stocks/{stock}.',
    data: STOCK,
    example: { ...A_STOCK, status: 'failed', matchedEpisodeId: null },
  },
  {
    type: 'video_stock.matched',
    summary: 'A video stock was linked with an episode',
    description: 'By its match or by a request.',
    data: STOCK,
    example: { ...A_STOCK, status: 'matched', matchedEpisodeId: '01a1fc5d-f819-7359-a50c-2c514f9a6d9d' },
  },
  {
    type: 'video_quota.low',
    summary: 'The usage of the video quota has reached 90 %',
    description: 'Sent once per rise; again only after usage was below 90 %.',
    data: QUOTA,
    example: { usedSeconds: 950, availableSeconds: 1000, remainingSeconds: 50 },
  },
];

const HEADERS = [
  ['X-SERVICE-Signature', 't=<unix seconds>,v1=<HMAC-SHA256 over t, a dot and the raw body, in hexadecimal>, keyed with signing_secret.'],
  ['webhook-id', 'The id of the event (Standard Webhooks).'],
  ['webhook-timestamp', 'Unix seconds of this attempt.'],
  ['webhook-signature', 'v1,<HMAC-SHA256 over id, time and raw body, in base64>, keyed with the bytes behind whsec_.'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: string() }));

/** The requests that destinations receive. */
export const notifications = Object.fromEntries(
  NOTIFICATIONS.map(({ type, summary, description, data, example }) => [
    type,
    {
      post: {
        operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
        summary,
        description,
        tags: ['Webhook'],
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: record({ id: string('uuid'), type: { type: 'string', const: type }, createdAt: string('date-time'), data }),
              example: { id: '01a1fd59-240f-739d-bb9f-fb6f2a6c4267', type, createdAt: '2026-11-21T09:04:00.015Z', data: example },
            },
          },
        },
        responses: {
          '2XX': { description: 'The notification is stored. Answer within ten seconds.' },
          default: { description: 'Anything else is a failure: the notification is sent again later, up to six times in all.' },
        },
      },
    },
  ]),
) as unknown as NonNullable<OpenAPIObject['webhooks']>;
