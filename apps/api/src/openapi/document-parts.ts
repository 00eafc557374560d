import type { DocumentParts, ErrorExample } from '@app/http';
import { ERROR_CODES } from './error-codes.js';
import { notifications } from './notifications.js';

const DESCRIPTION = `Automates the preparation of podcast releases.

Date-times are ISO 8601 in UTC, ids are UUIDv7 strings, successes are under \`data\`, failures have \`message\` and, with a stable code each,
\`errors\`. Every answer carries \`X-Request-Id\`, \`RateLimit-Policy\` and \`RateLimit\`.

Guides: [conventions](/docs/guides/api.md) · [error codes](/docs/guides/errors.md) · [transcripts](/docs/guides/transcripts.md) ·
[videos](/docs/guides/video.md) · [webhooks](/docs/guides/webhooks.md) · [downloads](/docs/guides/analytics.md) ·
[client](/docs/guides/client.md) · [command line](/docs/guides/cli.md)`;

const TAGS = [
  { name: 'Token', description: 'What the token of the request may do.' },
  { name: 'Podcasts', description: 'The podcasts whose ownership is confirmed for the caller.' },
  { name: 'Episodes', description: 'Episodes and what their releases still lack.' },
  { name: 'Transcripts', description: 'SRT and WebVTT, judged line by line; an upload replaces the whole transcript.' },
  { name: 'Chapters', description: 'Chapters as JSON of the Podcast Namespace.' },
  { name: 'Uploads', description: 'Files of up to 50 GiB, in one request or resumable by tus 1.0.' },
  { name: 'Video stocks', description: 'Videos registered ahead of their episodes.' },
  { name: 'Video quota', description: 'Seconds of video that the caller bears.' },
  { name: 'RSS refetch', description: 'Episodes out of the feed of a podcast.' },
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

const revision: ErrorExample = {
  code: 'revision_mismatch',
  message: 'The stock has changed since: its revision is 3.',
  field: 'expected_revision',
  current_revision: 3,
};

const ERRORS: DocumentParts['errors'] = {
  400: { code: 'invalid_tus_request', message: 'Invalid upload-length' },
  401: { code: 'token_invalid', message: 'A valid API token is required: Authorization: Bearer <token>.' },
  403: { code: 'permission_missing', message: 'The token lacks the permission update.', required: 'update' },
  404: { code: 'not_found', message: 'There is no such resource.' },
  409: revision,
  410: { code: 'upload_expired', message: 'The upload has expired.' },
  412: { code: 'unsupported_tus_version', message: 'Tus-Resumable is not supported; send 1.0.0.' },
  413: { code: 'too_large', message: 'Maximum size exceeded' },
  422: { code: 'unknown_field', message: 'There is no such field.', field: 'titel' },
  423: { code: 'upload_locked', message: 'Another request is at the upload.' },
  429: { code: 'rate_limited', message: 'Too many requests.' },
  501: {
    code: 'invalid_tus_request',
    message: 'Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.',
  },
  503: { code: 'unavailable', message: 'The service is not available at the moment.' },
  'putEpisodeTranscript 422': {
    code: 'reversed_times',
    message: 'Line 6: the subtitle ends before it begins.',
    field: 'content',
    line: 6,
    subtitle: 2,
  },
  'putEpisodeChapters 422': { code: 'not_ascending', message: 'Chapters must ascend by startTime.', field: 'chapters[3].startTime' },
  'putVideoWebhook 422': { code: 'https_required', message: 'url must begin with https://.', field: 'url' },
  'putVideoWebhook 429': { code: 'registration_limit', message: 'At most 5 registrations an hour are accepted.' },
  'patchUpload 409': { code: 'offset_conflict', message: 'Upload-Offset conflict' },
  'deleteUpload 409': { code: 'upload_in_use', message: 'A video stock uses this upload.' },
  'postVideoStocks 409': { code: 'client_key_conflict', message: 'The podcast has another stock with this key.', field: 'client_key' },
  'postVideoStocks 422': { code: 'upload_not_completed', message: 'Bytes of the upload are missing.', field: 'upload_id' },
  'postVideoStockLink 409': { code: 'episode_has_video', message: 'The episode has another video.', field: 'episode_id' },
  'postPodcastRssRefetch 409': { code: 'refetch_in_progress', message: 'A refetch is running.' },
  'postPodcastRssRefetch 422': { code: 'no_external_feed', message: 'The podcast has no feed elsewhere.' },
  'postPodcastRssRefetch 429': { code: 'refetch_too_soon', message: 'The last refetch is less than 300 seconds ago.' },
  'getPodcastAnalytics 422': { code: 'from_after_to', message: 'from must not be after to.', field: 'from' },
  'getPodcastAnalyticsCsv 422': { code: 'unknown_timezone', message: 'timezone must be the name of an IANA time zone.', field: 'timezone' },
};

const TEXTS: DocumentParts['texts'] = {
  'getEpisodeTranscript text/vtt': 'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ann>Hello\n',
  'getEpisodeTranscript application/x-subrip': '1\n00:00:01,000 --> 00:00:02,500\nHello\n',
  'getPodcastAnalyticsCsv text/csv':
    'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n' +
    '2026-11-20,01a1fc5d-f819-7359-a50c-2c514f9a6d9d,Queues,128,97,true\r\n',
};

/** What this application's document says beside its routes. */
export const documentParts = {
  description: DESCRIPTION,
  tags: TAGS,
  errorCodes: ERROR_CODES,
  errors: ERRORS,
  examples: EXAMPLES,
  texts: TEXTS,
  webhooks: notifications,
} satisfies DocumentParts & { description: string };
