type Kinds = {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: object;
  readonly array: readonly object[];
  readonly null: null;
};
type Kind = keyof Kinds;

/** A property of `data` as JSON Schema. */
type Property = {
  readonly type: Kind | readonly Kind[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  /** Of an object, and of the objects in an array: for the document alone. */
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly items?: object;
};

type ValueOf<P extends Property> = P extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : P['type'] extends readonly (infer One extends Kind)[]
    ? Kinds[One]
    : P['type'] extends Kind
      ? Kinds[P['type']]
      : never;

/** The schema of an event's `data`, under its name in the OpenAPI document. Every property is required. */
type DataSchema<Properties extends Readonly<Record<string, Property>> = Readonly<Record<string, Property>>> = {
  readonly name: string;
  readonly properties: Properties;
};

/** The type that a schema describes. */
type DataOf<Schema extends DataSchema> = { readonly [Name in keyof Schema['properties']]: ValueOf<Schema['properties'][Name]> };

function schemaOf<const Properties extends Readonly<Record<string, Property>>>(
  name: string,
  properties: Properties,
): DataSchema<Properties> {
  return { name, properties };
}

const ID = { type: 'string', format: 'uuid' } as const;
const TEXT = { type: 'string' } as const;
const TIME = { type: 'string', format: 'date-time' } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
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

/** An episode, as a release sees it (contract 18.3). */
const episode = schemaOf('EpisodeEventData', {
  id: ID,
  podcast_id: ID,
  guid: { type: ['string', 'null'] },
  title: TEXT,
  published_at: TIME_OR_NULL,
});

const transcript = schemaOf('TranscriptEventData', {
  episode_id: ID,
  version: { type: ['integer', 'null'], minimum: 1 },
  segment_count: COUNT,
});

const token = schemaOf('TokenEventData', { id: ID, label: { type: ['string', 'null'] } });

/** The refetch as GET …/rss-refetch shows it. */
const refetch = schemaOf('RefetchEventData', {
  id: ID,
  status: { type: 'string', enum: ['succeeded', 'not_modified', 'failed'] },
  requested_at: TIME,
  started_at: TIME_OR_NULL,
  finished_at: TIME_OR_NULL,
  http_status: { type: ['integer', 'null'] },
  episodes_created: COUNT,
  episodes_updated: COUNT,
  stocks_matched: COUNT,
  failure: { type: ['object', 'null'], properties: { code: TEXT, message: TEXT }, required: ['code', 'message'] },
  warnings: { type: 'array', items: { type: 'object', required: ['code', 'line'], properties: { code: TEXT, line: COUNT } } },
});

const EPISODE = {
  id: '01a1fc5d-f819-7359-a50c-2c514f9a6d9d',
  podcast_id: '01a1fd59-06cd-772c-ad64-10fe26ca45b8',
  guid: 'urn:second-thoughts:12',
  title: 'Second thoughts',
  published_at: '2026-11-21T09:00:00.000Z',
};

const STOCK = {
  id: '01a1fd59-06d0-715b-9e8f-454043023465',
  podcastId: '01a1fd59-06cd-772c-ad64-10fe26ca45b8',
  clientKey: 'second-thoughts-12',
};

/** The description of an event type, its `data`, and its readers. */
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
 * Every event type, declared once. The schemas and notifications of the OpenAPI document, the client's types and the
 * tables of the documents follow from it with `npm run generate`.
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
    readers: ['webhook', 'list'],
  }),
  'video_stock.matched': event({
    summary: 'A video stock was linked with an episode',
    description: 'By its match or by a request.',
    data: stock,
    example: { ...STOCK, status: 'matched', matchedEpisodeId: '01a1fc5d-f819-7359-a50c-2c514f9a6d9d' },
    readers: ['webhook', 'list'],
  }),
  'video_stock.ready': event({
    summary: 'A video stock is ready',
    description: 'Its seconds are charged, and it waits for its episode.',
    data: stock,
    example: { ...STOCK, status: 'ready', matchedEpisodeId: null },
    readers: ['list'],
  }),
  'video_stock.canceled': event({
    summary: 'A video stock was canceled',
    description: 'Its seconds are given back.',
    data: stock,
    example: { ...STOCK, status: 'canceled', matchedEpisodeId: null },
    readers: ['list'],
  }),
  'video_quota.low': event({
    summary: 'The usage of the video quota has reached 90 %',
    description: 'Sent once per rise; again only after usage was below 90 %.',
    data: quota,
    example: { usedSeconds: 950, availableSeconds: 1000, remainingSeconds: 50 },
    readers: ['webhook', 'list'],
  }),
  'episode.appeared': event({
    summary: 'An episode appeared',
    description: 'A refetch has found it, or the operator has made it. It may be scheduled for later.',
    data: episode,
    example: EPISODE,
    readers: ['list'],
  }),
  'episode.published': event({
    summary: 'The time of an episode has come',
    description: 'At once after `episode.appeared` when its time is past, otherwise within a minute of it.',
    data: episode,
    example: EPISODE,
    readers: ['list'],
  }),
  'transcript.stored': event({
    summary: 'A transcript was stored',
    description: 'Also when the same transcript is uploaded again.',
    data: transcript,
    example: { episode_id: EPISODE.id, version: 2, segment_count: 311 },
    readers: ['list'],
  }),
  'transcript.deleted': event({
    summary: 'A transcript was deleted',
    description: 'Its versions stay.',
    data: transcript,
    example: { episode_id: EPISODE.id, version: 2, segment_count: 311 },
    readers: ['list'],
  }),
  'chapters.stored': event({
    summary: 'Chapters were stored',
    description: 'With the number that the episode has now: 0 when they were removed.',
    data: schemaOf('ChaptersEventData', { episode_id: ID, chapter_count: COUNT }),
    example: { episode_id: EPISODE.id, chapter_count: 7 },
    readers: ['list'],
  }),
  'refetch.finished': event({
    summary: 'A refetch has finished',
    description: 'One that was asked for, or an automatic one that has failed or changed something.',
    data: refetch,
    example: {
      id: '01a1fd5a-2b0c-7f2e-8d0e-5a7d6f1c2b3a',
      status: 'succeeded',
      requested_at: '2026-11-21T09:05:00.000Z',
      started_at: '2026-11-21T09:05:00.100Z',
      finished_at: '2026-11-21T09:05:01.200Z',
      http_status: 200,
      episodes_created: 1,
      episodes_updated: 0,
      stocks_matched: 1,
      failure: null,
      warnings: [],
    },
    readers: ['list'],
  }),
  'webhook.failing': event({
    summary: 'The webhook destination has failed for an hour',
    description: 'Sent once, until the destination has answered and fails again.',
    data: schemaOf('WebhookFailingEventData', { endpoint_id: ID, failing_since: TIME }),
    example: { endpoint_id: '01a1fd58-7ca5-72e7-a12d-32d0d0f8b362', failing_since: '2026-11-21T08:05:00.000Z' },
    readers: ['list'],
  }),
  'token.created': event({
    summary: 'A token was created',
    description: 'By the user or by the operator.',
    data: token,
    example: { id: '01a1fd5b-3c1d-7a3f-9e1f-6b8e7f2d3c4b', label: 'release script' },
    readers: ['list'],
  }),
  'token.ended': event({
    summary: 'A token was ended',
    description: 'By its user, by the operator, with the token that made it, or because it has expired.',
    data: token,
    example: { id: '01a1fd5b-3c1d-7a3f-9e1f-6b8e7f2d3c4b', label: 'release script' },
    readers: ['list'],
  }),
};

export type EventType = keyof typeof EVENT_TYPES;

export type EventData<T extends EventType> = DataOf<(typeof EVENT_TYPES)[T]['data']>;

/** The types that a reader gets, in the order of their declaration. */
export function eventTypesOf(reader: 'webhook' | 'list'): EventType[] {
  return (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => EVENT_TYPES[type].readers.includes(reader));
}
