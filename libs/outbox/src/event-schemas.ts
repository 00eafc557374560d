import { EVENT_TYPES, eventTypesOf, type EventType } from './event-types.js';

const string = (format?: string): object => (format ? { type: 'string', format } : { type: 'string' });
const record = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const reference = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });
/** Not `const`: some generators read that as any string. */
const only = (type: EventType): object => ({ type: 'string', enum: [type] });
const dataOf = (type: EventType): object => reference(EVENT_TYPES[type].data.name);

/** `video_stock.failed` is VideoStockFailed. */
const nameOf = (type: EventType): string => type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The body of a notification. */
const notified = (type: EventType): object =>
  record({ id: string('uuid'), type: only(type), createdAt: string('date-time'), data: dataOf(type) });

/** An item of GET /api/v1/events. */
const listed = (type: EventType): object =>
  record({
    id: string('uuid'),
    type: only(type),
    created_at: string('date-time'),
    podcast_id: { type: ['string', 'null'], format: 'uuid' },
    data: dataOf(type),
  });

/** A schema for each event type, and their union, with `type` as the discriminator. */
function union(types: readonly EventType[], { name, suffix, schemaOf }: Union): Record<string, object> {
  const names = types.map((type) => [type, nameOf(type) + suffix] as const);
  return {
    ...Object.fromEntries(names.map(([type, own]) => [own, schemaOf(type)])),
    [name]: {
      oneOf: names.map(([, own]) => reference(own)),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(names.map(([type, own]) => [type, reference(own).$ref])) },
    },
  };
}

type Union = { readonly name: string; readonly suffix: string; readonly schemaOf: (type: EventType) => object };

const HEADERS = [
  ['X-SERVICE-Signature', 't=<unix seconds>,v1=<HMAC-SHA256 over t, a dot and the raw body, in hexadecimal>, keyed with signing_secret.'],
  ['webhook-id', 'The id of the event (Standard Webhooks).'],
  ['webhook-timestamp', 'Unix seconds of this attempt.'],
  ['webhook-signature', 'v1,<HMAC-SHA256 over id, time and raw body, in base64>, keyed with the bytes behind whsec_.'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: string() }));

/** The request that a destination receives. */
function notification(type: EventType): object {
  const { summary, description, example } = EVENT_TYPES[type];
  const body = { id: '01a1fd59-240f-739d-bb9f-fb6f2a6c4267', type, createdAt: '2026-11-21T09:04:00.015Z', data: example };
  return {
    post: {
      operationId: nameOf(type).replace(/^\w/, (letter) => letter.toLowerCase()),
      summary,
      description,
      tags: ['Webhook'],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema: reference(`${nameOf(type)}Notification`), example: body } } },
      responses: {
        '2XX': { description: 'The notification is stored. Answer within ten seconds.' },
        default: { description: 'Anything else is a failure: the notification is sent again later, up to six times in all.' },
      },
    },
  };
}

/** The OpenAPI document's part on events (contract 14.6): their schemas, and the notifications to destinations. */
export const eventDocument = {
  schemas: {
    ...Object.fromEntries(Object.values(EVENT_TYPES).map(({ data }) => [data.name, record(data.properties)])),
    ...union(eventTypesOf('webhook'), { name: 'WebhookEvent', suffix: 'Notification', schemaOf: notified }),
    ...union(eventTypesOf('list'), { name: 'Event', suffix: 'Event', schemaOf: listed }),
  },
  webhooks: Object.fromEntries(eventTypesOf('webhook').map((type) => [type, notification(type)])),
};
