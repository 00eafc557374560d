import { schemaOf, type DataOf, type DataSchema } from './event-data.js';

const ID = { type: 'string', format: 'uuid' } as const;
const TEXT = { type: 'string' } as const;
const SECONDS = { type: 'integer', minimum: 0 } as const;

/** A video stock, in the camelCase of notification bodies (contract 6.1). */
const stock = schemaOf('VideoStockEventData', {
  id: ID,
  podcastId: ID,
  clientKey: TEXT,
  status: { type: 'string', enum: ['processing', 'ready', 'failed', 'matched', 'canceled'] },
  matchedEpisodeId: { type: ['string', 'null'], format: 'uuid' },
});

/** The video quota of a user, in whole seconds (contract 6.1). */
const quota = schemaOf('VideoQuotaEventData', { usedSeconds: SECONDS, availableSeconds: SECONDS, remainingSeconds: SECONDS });

const STOCK = {
  id: '01a1fd59-06d0-715b-9e8f-454043023465',
  podcastId: '01a1fd59-06cd-772c-ad64-10fe26ca45b8',
  clientKey: 'second-thoughts-12',
};

/** What an event type tells people, its `data`, and who reads it. */
type Declaration<Data extends DataSchema = DataSchema> = {
  readonly summary: string;
  readonly description: string;
  readonly data: Data;
  readonly example: DataOf<Data>;
  /** `webhook`: sent to destinations. `list`: read with GET /api/v1/events. */
  readonly readers: readonly ('webhook' | 'list')[];
};

const event = <Data extends DataSchema>(declaration: Declaration<Data>): Declaration<Data> => declaration;

/**
 * Every event type, declared once. The schemas and notifications of the OpenAPI document, the client's types and the tables of the
 * documents follow from it with `npm run generate`.
 */
export const EVENT_TYPES = {
  'webhook.verification': event({
    summary: 'A destination is to be verified',
    description: 'Sent after a registration. Answer 2xx with a JSON object whose `challenge` is the one received.',
    data: schemaOf('VerificationEventData', { challenge: TEXT }),
    example: { challenge: 'AdwEuU_5HdS7oJB9OdN8WXzm-rSYJiB61EWqac48pCs' },
    readers: ['webhook'],
  }),
  'video_stock.failed': event({
    summary: 'A video stock has failed',
    description: 'The reason is in the stock: GET /api/v1/video-stocks/{stock}.',
    data: stock,
    example: { ...STOCK, status: 'failed', matchedEpisodeId: null },
    readers: ['webhook'],
  }),
  'video_stock.matched': event({
    summary: 'A video stock was linked with an episode',
    description: 'By its match or by a request.',
    data: stock,
    example: { ...STOCK, status: 'matched', matchedEpisodeId: '01a1fc5d-f819-7359-a50c-2c514f9a6d9d' },
    readers: ['webhook'],
  }),
  'video_quota.low': event({
    summary: 'The usage of the video quota has reached 90 %',
    description: 'Sent once per rise; again only after usage was below 90 %.',
    data: quota,
    example: { usedSeconds: 950, availableSeconds: 1000, remainingSeconds: 50 },
    readers: ['webhook'],
  }),
};

export type EventType = keyof typeof EVENT_TYPES;

export type EventData<T extends EventType> = DataOf<(typeof EVENT_TYPES)[T]['data']>;

/** The types that a reader gets, in the order of their declaration. */
export function eventTypesOf(reader: 'webhook' | 'list'): EventType[] {
  return (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => EVENT_TYPES[type].readers.includes(reader));
}
