import type { DocumentParts } from '@app/http';
import { ERROR_CODES } from './error-codes.js';
import { errorExample } from './error-examples.js';
import { FEATURES } from '@app/product';

const DESCRIPTION = `Automates the preparation of podcast releases.

Date-times are ISO 8601 in UTC, ids are UUIDv7 strings, successes are under \`data\`, failures have \`message\` and, with a stable code each,
\`errors\`. Every answer carries \`X-Request-Id\`, \`RateLimit-Policy\` and, unless the database is away, \`RateLimit\`.

Guides: [conventions](/docs/guides/api.md) · [error codes](/docs/guides/errors.md) · [transcripts](/docs/guides/transcripts.md) ·
[videos](/docs/guides/video.md) · [webhooks](/docs/guides/webhooks.md) · [downloads](/docs/guides/analytics.md) ·
[client](/docs/guides/client.md) · [command line](/docs/guides/cli.md)`;

const TAGS = [
  { name: 'Token', description: 'The token of the request, and the tokens that a user makes.' },
  { name: 'Podcasts', description: 'The podcasts whose ownership is confirmed for the caller.' },
  { name: 'Episodes', description: 'Episodes and what their releases still lack.' },
  { name: 'Transcripts', description: 'SRT and WebVTT, judged line by line; an upload replaces the whole transcript.' },
  { name: 'Chapters', description: 'Chapters as JSON of the Podcast Namespace.' },
  { name: 'Uploads', description: 'Files of up to 50 GiB, in one request or resumable by tus 1.0.' },
  { name: 'Video stocks', description: 'Videos registered ahead of their episodes.' },
  { name: 'Video quota', description: 'Seconds of video that the caller bears.' },
  { name: 'RSS refetch', description: 'Episodes out of the feed of a podcast.' },
  { name: 'Publication', description: 'What listeners’ apps read: the public feed, transcripts, chapters and videos.' },
  { name: 'Analytics', description: 'Downloads by day and episode, and the redirect that counts them.' },
  { name: 'Webhook', description: 'The destination of signed notifications, and their deliveries.' },
];

const PODCAST = '01a1fc5d-f7c9-7593-9206-105b78988f95';
const STOCK = '01a1fd59-06d0-715b-9e8f-454043023465';
const UPLOAD = '01a1fd58-3a4c-7d10-8f0e-5b1d2c3e4f50';

/** Values of properties, by name or by schema and name. */
const EXAMPLES: DocumentParts['examples'] = {
  'PodcastResponse.id': PODCAST,
  'PodcastResponse.title': 'Tech Weekly',
  'VideoStockResponse.id': STOCK,
  'UploadResponse.id': UPLOAD,
  podcast_id: PODCAST,
  upload_id: UPLOAD,
  stock_id: STOCK,
  title: 'Queues',
  episode_title: 'Queues',
  guid: 'urn:tech-weekly:12',
  client_key: 'tech-weekly-12',
  label: 'release script',
  filename: 'tech-weekly-12.mp4',
  byte_size: 734003200,
  received_bytes: 734003200,
  duration_seconds: 1800,
  segment_count: 412,
  chapter_count: 4,
  count: 4,
  content: '1\n00:00:01,000 --> 00:00:02,500\nHello\n',
  format: 'srt',
  speaker: 'Ann',
  text: 'Hello',
  start: 1,
  end: 2.5,
  startTime: 0,
  endTime: 90,
  summary: 'Who is here today.',
  img: 'https://media.example.com/12/intro.jpg',
  toc: true,
  next_cursor: null,
  has_more: false,
  url: 'https://hooks.example.com/podcasts',
  'ChapterResponse.url': 'https://example.com/queues',
  'ChapterResponse.title': 'Intro',
  signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  event_type: 'video_stock.matched',
  download_url: 'http://127.0.0.1:3000/e/01a1fc5d-f819-7359-a50c-2c514f9a6d9d',
  used_seconds: 950,
  available_seconds: 1000,
  remaining_seconds: 50,
  usage_percent: 95,
  downloads: 128,
  unique_listeners: 97,
  message: 'The file has no video track.',
};

const OTHERS: DocumentParts['others'] = {
  'getPodcastAnalyticsCsv text/csv':
    'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n' +
    '2026-11-20,01a1fc5d-f819-7359-a50c-2c514f9a6d9d,Queues,128,97,true\r\n',
  'postUploads multipart/form-data': { file: 'the bytes of talk.mp4' },
  'patchUpload application/offset+octet-stream': 'the bytes from Upload-Offset on',
};

/** The parts of this application's document beside its routes. */
export const documentParts = {
  description: DESCRIPTION,
  tags: TAGS,
  errorCodes: ERROR_CODES,
  errorExample,
  examples: EXAMPLES,
  others: OTHERS,
  schemas: Object.assign({}, ...FEATURES.map(({ document }) => document?.schemas)) as DocumentParts['schemas'],
  webhooks: Object.assign({}, ...FEATURES.map(({ document }) => document?.webhooks)) as DocumentParts['webhooks'],
} satisfies DocumentParts & { description: string };
