/* eslint-disable -- generated from docs/openapi.json by npm run generate */
export interface paths {
  readonly '/api/v1/episodes/{episode}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Show an episode and what it still lacks */
    readonly get: operations['showEpisode'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/episodes/{episode}/chapters': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Read the chapters of an episode */
    readonly get: operations['showChapters'];
    /**
     * Upload the chapters of an episode
     * @description A Podcast Namespace JSON chapters document. Replaces all chapters there were; the transcript stays.
     */
    readonly put: operations['uploadChapters'];
    readonly post?: never;
    /** Remove the chapters of an episode */
    readonly delete: operations['deleteChapters'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/episodes/{episode}/transcript': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read the transcript of an episode
     * @description As JSON, or as a file: Accept text/vtt or application/x-subrip.
     */
    readonly get: operations['showTranscript'];
    /**
     * Upload the transcript of an episode
     * @description Replaces the whole transcript there was. Chapters stay; word-level timings are deleted.
     */
    readonly put: operations['uploadTranscript'];
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/podcasts': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the podcasts whose ownership is confirmed for the caller
     * @description In order of creation.
     */
    readonly get: operations['listPodcasts'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/podcasts/{podcast}/analytics': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the downloads of a podcast
     * @description A row a day and episode with a download, by day and episode id.
     */
    readonly get: operations['listAnalytics'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/podcasts/{podcast}/analytics.csv': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Export the downloads of a podcast
     * @description The same figures as a CSV file (RFC 4180).
     */
    readonly get: operations['exportAnalytics'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/podcasts/{podcast}/episodes': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the episodes of a podcast and what each still lacks
     * @description Unpublished episodes first, then the latest first.
     */
    readonly get: operations['listEpisodes'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/podcasts/{podcast}/rss-refetch': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Show the latest refetch of the podcast’s feed
     * @description Also one that nobody asked for; null before the first.
     */
    readonly get: operations['showRefetch'];
    readonly put?: never;
    /**
     * Ask for a refetch of the podcast’s external feed
     * @description A worker does it; ask for the latest to see what came of it.
     */
    readonly post: operations['requestRefetch'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/token': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Show the token that the request carries */
    readonly get: operations['showToken'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/uploads': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List your uploads
     * @description Newest first, without those that have expired.
     */
    readonly get: operations['listUploads'];
    readonly put?: never;
    /**
     * Upload a file, or begin to
     * @description In one request as a form. Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers. The id is the last segment of `Location`.
     */
    readonly post: operations['createUpload'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/uploads/{upload}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Show an upload */
    readonly get: operations['showUpload'];
    readonly put?: never;
    readonly post?: never;
    /**
     * Delete an upload
     * @description Also one that is still being received. Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers.
     */
    readonly delete: operations['removeUpload'];
    readonly options?: never;
    /**
     * Ask how many bytes of an upload have arrived
     * @description Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers. 423 says that the upload cannot be served now, 429 and 503 included: ask again later.
     */
    readonly head: operations['measureUpload'];
    /**
     * Send more of an upload
     * @description Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers. 423 says that the upload cannot be served now, 429 and 503 included: ask again later.
     */
    readonly patch: operations['continueUpload'];
    readonly trace?: never;
  };
  readonly '/api/v1/video-quota': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Show the caller’s video quota
     * @description Live, but for checked_at: when the low-quota check ran last.
     */
    readonly get: operations['showQuota'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-stocks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the video stocks of your podcasts
     * @description In order of creation.
     */
    readonly get: operations['listVideoStocks'];
    readonly put?: never;
    /**
     * Register a video ahead of its episode
     * @description The same request again answers 200 with the stock as it is by now.
     */
    readonly post: operations['createVideoStock'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-stocks/{stock}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Show a video stock */
    readonly get: operations['showVideoStock'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /**
     * Correct a video stock
     * @description A failed one may get another upload; it is then read anew.
     */
    readonly patch: operations['correctVideoStock'];
    readonly trace?: never;
  };
  readonly '/api/v1/video-stocks/{stock}/cancel': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Cancel a video stock
     * @description Its seconds are given back. Again is fine.
     */
    readonly post: operations['cancelVideoStock'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-stocks/{stock}/link': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Give a video stock its episode
     * @description The same episode again is fine.
     */
    readonly post: operations['linkVideoStock'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-webhook': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Show the webhook destination
     * @description null when there is none. `active` tells whether it is verified.
     */
    readonly get: operations['showWebhook'];
    /**
     * Register or replace the webhook destination
     * @description The key is shown this once. A verification request is on its way to the URL; nothing else is sent there before it has answered.
     */
    readonly put: operations['registerWebhook'];
    readonly post?: never;
    /**
     * Remove the webhook destination
     * @description What is queued for it is canceled.
     */
    readonly delete: operations['removeWebhook'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-webhook/deliveries': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the latest 50 deliveries
     * @description Newest first, over all destinations that the user has had.
     */
    readonly get: operations['listDeliveries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/e/{episode}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Go to the audio of an episode
     * @description For the enclosure of a feed: no token, outside the rate limit. Counts a download; HEAD does not.
     */
    readonly get: operations['redirect'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly AnalyticsPage: {
      readonly data: readonly components['schemas']['DailyFiguresResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly CancelVideoStock: {
      readonly expected_revision?: number;
    };
    readonly ChapterResponse: {
      /** @description Seconds; after startTime. */
      readonly endTime?: number;
      /** @description An image; http or https. */
      readonly img?: string;
      /** @description Seconds. */
      readonly startTime: number;
      readonly summary?: string;
      /** @description Required, unless toc is false. */
      readonly title?: string;
      /** @description false: the chapter is not shown in the table of contents. */
      readonly toc?: boolean;
      /** @description A page about the chapter; http or https. */
      readonly url?: string;
    };
    readonly ChaptersDocument: {
      /** @description Starts ascend strictly. Empty: removes all chapters. */
      readonly chapters: readonly components['schemas']['ChapterResponse'][];
      /** @example 1.2.0 */
      readonly version?: string;
    };
    readonly ChaptersEnvelope: {
      readonly data: components['schemas']['ChaptersResponse'];
    };
    readonly ChaptersResponse: {
      readonly chapters: readonly components['schemas']['ChapterResponse'][];
      /** Format: uuid */
      readonly episode_id: string;
    };
    readonly CorrectVideoStock: {
      /** @description The revision that is to be corrected. */
      readonly expected_revision: number;
      /** @description The episode whose guid is this, else the only one whose title is this, whatever its case and spaces. */
      readonly match?: components['schemas']['MatchRule'] | null;
      readonly title?: string | null;
      /**
       * Format: uuid
       * @description Another upload, for a stock that has failed.
       */
      readonly upload_id?: string;
    };
    readonly CreateVideoStock: {
      /** @description Yours, one a podcast: the same request again is the same stock. */
      readonly client_key: string;
      /** @description The episode whose guid is this, else the only one whose title is this, whatever its case and spaces. */
      readonly match?: components['schemas']['MatchRule'] | null;
      /** Format: uuid */
      readonly podcast_id: string;
      readonly title?: string | null;
      /**
       * Format: uuid
       * @description A complete upload of yours that no other stock uses.
       */
      readonly upload_id: string;
    };
    readonly DailyFiguresResponse: {
      /**
       * Format: date
       * @description Day in the time zone that was asked for.
       */
      readonly date: string;
      readonly downloads: number;
      /** Format: uuid */
      readonly episode_id: string;
      readonly episode_title: string;
      /** @description Whether the day is over. */
      readonly is_final: boolean;
      readonly unique_listeners: number;
    };
    readonly DeletedChaptersEnvelope: {
      readonly data: components['schemas']['DeletedChaptersResponse'];
    };
    readonly DeletedChaptersResponse: {
      /** @enum {boolean} */
      readonly deleted: true;
    };
    readonly DeliveriesEnvelope: {
      readonly data: readonly components['schemas']['DeliveryResponse'][];
    };
    readonly DeliveryResponse: {
      /** @description Attempts made, also those that never connected. */
      readonly attempts: number;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly delivered_at: string | null;
      /** @example video_quota.low */
      readonly event_type: string;
      /** Format: uuid */
      readonly id: string;
      /** @enum {string} */
      readonly status: 'queued' | 'sending' | 'delivered' | 'failed' | 'canceled';
    };
    readonly EndpointEnvelope: {
      readonly data: components['schemas']['EndpointResponse'] | (never | null);
    };
    readonly EndpointResponse: {
      /** @description Whether the destination has answered its verification. */
      readonly active: boolean;
      /** Format: uuid */
      readonly id: string;
      /** Format: uri */
      readonly url: string;
      /** Format: date-time */
      readonly verified_at: string | null;
    };
    readonly EpisodeChaptersResponse: {
      readonly count: number;
      /** Format: date-time */
      readonly uploaded_at: string;
    };
    readonly EpisodeEnvelope: {
      readonly data: components['schemas']['EpisodeResponse'];
    };
    readonly EpisodePage: {
      readonly data: readonly components['schemas']['EpisodeResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly EpisodeResponse: {
      /** @description Where the audio is. */
      readonly audio_url: string | null;
      readonly chapters: components['schemas']['EpisodeChaptersResponse'] | (never | null);
      /** Format: date-time */
      readonly created_at: string;
      /**
       * Format: uri
       * @description The redirect to the audio that counts downloads: for the enclosure of a feed.
       */
      readonly download_url: string;
      readonly duration_seconds: number | null;
      readonly guid: string | null;
      /** Format: uuid */
      readonly id: string;
      /** @description What the release still lacks. */
      readonly missing: readonly ('transcript' | 'chapters' | 'video')[];
      /** Format: uuid */
      readonly podcast_id: string;
      /**
       * Format: date-time
       * @description Null while it is unpublished.
       */
      readonly published_at: string | null;
      readonly title: string;
      readonly transcript: components['schemas']['EpisodeTranscriptResponse'] | (never | null);
      /**
       * @description What automatic transcription is doing; an upload is refused unless idle.
       * @enum {string}
       */
      readonly transcription: 'idle' | 'transcribing' | 'separating_speakers';
      readonly video: components['schemas']['EpisodeVideoResponse'] | (never | null);
    };
    readonly EpisodeTranscriptResponse: {
      /** @enum {string} */
      readonly format: 'srt' | 'vtt';
      readonly segment_count: number;
      /** Format: date-time */
      readonly uploaded_at: string;
    };
    readonly EpisodeVideoResponse: {
      readonly duration_seconds: number | null;
      /**
       * Format: uuid
       * @description The matched video stock.
       */
      readonly stock_id: string;
    };
    readonly ErrorDetailResponse: {
      /** @description Stable and machine-readable; see docs/errors.md. */
      readonly code: string;
      /** @description Path of the field, such as chapters[3].startTime, or null. */
      readonly field: string | null;
      /** @description For people; its wording may change. */
      readonly message: string;
    };
    readonly ErrorResponse: {
      readonly errors?: readonly components['schemas']['ErrorDetailResponse'][];
      /** @description There were more than 100 errors. */
      readonly errors_truncated?: boolean;
      /** @description For people; its wording may change. */
      readonly message: string;
    };
    readonly FailureResponse: {
      /** @enum {string} */
      readonly code: 'unreadable_media' | 'no_video_track' | 'quota_exceeded' | 'upload_missing';
      readonly message: string;
    };
    readonly LatestRefetchEnvelope: {
      readonly data: components['schemas']['RefetchResponse'] | (never | null);
    };
    readonly LinkVideoStock: {
      /**
       * Format: uuid
       * @description An episode of the stock’s podcast that has no video.
       */
      readonly episode_id: string;
      readonly expected_revision?: number;
    };
    readonly MatchResponse: {
      readonly guid?: string;
      readonly title?: string;
    };
    readonly MatchRule: {
      readonly guid?: string | null;
      readonly title?: string | null;
    };
    readonly PageMeta: {
      /** @description Whether there are items after this page. */
      readonly has_more: boolean;
      /** @description Give it as after to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
    readonly PodcastPage: {
      readonly data: readonly components['schemas']['PodcastResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly PodcastResponse: {
      /** Format: uuid */
      readonly id: string;
      readonly title: string;
    };
    readonly QuotaEnvelope: {
      readonly data: components['schemas']['QuotaResponse'];
    };
    readonly QuotaResponse: {
      /** @description The whole allowance. */
      readonly available_seconds: number;
      /**
       * Format: date-time
       * @description When the check ran last; null before the first.
       */
      readonly checked_at: string | null;
      /** @description Whether usage is at 90 % or more. */
      readonly low: boolean;
      readonly remaining_seconds: number;
      /** @description One decimal, rounded down. */
      readonly usage_percent: number;
      readonly used_seconds: number;
    };
    readonly RefetchEnvelope: {
      readonly data: components['schemas']['RefetchResponse'];
    };
    readonly RefetchFailureResponse: {
      /** @enum {string} */
      readonly code:
        | 'fetch_failed'
        | 'http_error'
        | 'timeout'
        | 'too_large'
        | 'too_many_episodes'
        | 'too_many_redirects'
        | 'host_not_public'
        | 'port_not_allowed'
        | 'invalid_url'
        | 'invalid_xml'
        | 'dtd_not_allowed'
        | 'not_a_feed'
        | 'internal';
      readonly column?: number;
      /** @description Where in the document; of `invalid_xml` and `dtd_not_allowed`. */
      readonly line?: number;
      readonly message: string;
    };
    readonly RefetchResponse: {
      readonly episodes_created: number;
      readonly episodes_updated: number;
      readonly failure: components['schemas']['RefetchFailureResponse'] | (never | null);
      /** Format: date-time */
      readonly finished_at: string | null;
      /** @description Of the last answer of the feed’s server. */
      readonly http_status: number | null;
      /** Format: uuid */
      readonly id: string;
      /** Format: date-time */
      readonly requested_at: string;
      /** Format: date-time */
      readonly started_at: string | null;
      /** @enum {string} */
      readonly status: 'queued' | 'fetching' | 'succeeded' | 'not_modified' | 'failed';
      readonly stocks_matched: number;
      readonly warnings: readonly components['schemas']['RefetchWarningResponse'][];
    };
    readonly RefetchWarningResponse: {
      /** @enum {string} */
      readonly code:
        | 'bare_ampersand'
        | 'bare_less_than'
        | 'control_character'
        | 'doctype'
        | 'html_entity'
        | 'namespace_spelling'
        | 'relative_url'
        | 'text_after_end'
        | 'text_before_start'
        | 'undeclared_prefix'
        | 'unknown_entity';
      /** @description In the feed. */
      readonly line: number;
    };
    readonly RegisterWebhook: {
      /**
       * Format: uri
       * @description HTTPS, port 443, a public host.
       * @example https://hooks.example.com/podcasts
       */
      readonly url: string;
    };
    readonly RegistrationEnvelope: {
      readonly data: components['schemas']['RegistrationResponse'];
    };
    readonly RegistrationResponse: {
      readonly endpoint: components['schemas']['EndpointResponse'];
      /** @description Shown this once: whsec_ and 32 bytes in base64. Keep it safe. */
      readonly signing_secret: string;
    };
    readonly RemovalEnvelope: {
      readonly data: components['schemas']['RemovalResponse'];
    };
    readonly RemovalResponse: {
      /** @enum {boolean} */
      readonly deleted: true;
    };
    readonly ReplacedChaptersEnvelope: {
      readonly data: components['schemas']['ReplacedChaptersResponse'];
    };
    readonly ReplacedChaptersResponse: {
      readonly chapter_count: number;
      /** Format: uuid */
      readonly episode_id: string;
    };
    readonly SegmentResponse: {
      /** @description Seconds. */
      readonly end: number;
      readonly speaker: string | null;
      /** @description Seconds. */
      readonly start: number;
      readonly text: string;
    };
    readonly TokenEnvelope: {
      readonly data: components['schemas']['TokenResponse'];
    };
    readonly TokenResponse: {
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly expires_at: string | null;
      /** Format: uuid */
      readonly id: string;
      readonly label: string | null;
      readonly permissions: readonly ('read' | 'update' | 'delete')[];
    };
    readonly TranscriptEnvelope: {
      readonly data: components['schemas']['TranscriptResponse'];
    };
    readonly TranscriptResponse: {
      /** Format: uuid */
      readonly episode_id: string;
      readonly segments: readonly components['schemas']['SegmentResponse'][];
      /** @description Whether word-level timings exist. */
      readonly word_level: boolean;
    };
    readonly TranscriptUploadEnvelope: {
      readonly data: components['schemas']['TranscriptUploadResponse'];
    };
    readonly TranscriptUploadResponse: {
      /** Format: uuid */
      readonly episode_id: string;
      readonly segment_count: number;
    };
    readonly UploadEnvelope: {
      readonly data: components['schemas']['UploadResponse'];
    };
    readonly UploadForm: {
      /**
       * Format: binary
       * @description The file: 1 byte to 50 GiB.
       */
      readonly file: string;
    };
    readonly UploadPage: {
      readonly data: readonly components['schemas']['UploadResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly UploadRemovalEnvelope: {
      readonly data: components['schemas']['UploadRemovalResponse'];
    };
    readonly UploadRemovalResponse: {
      /** @enum {boolean} */
      readonly deleted: true;
    };
    readonly UploadResponse: {
      /**
       * Format: int64
       * @description Null while it is not known.
       */
      readonly byte_size: number | null;
      /**
       * @description As the client said.
       * @example video/mp4
       */
      readonly content_type: string | null;
      /** Format: date-time */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description 24 hours after the last byte; 7 days after completion or the end of its use; null while a video stock uses it.
       */
      readonly expires_at: string | null;
      readonly filename: string | null;
      /** Format: uuid */
      readonly id: string;
      /** Format: int64 */
      readonly received_bytes: number;
      /** @enum {string} */
      readonly status: 'receiving' | 'completed';
    };
    readonly UploadTranscript: {
      /** @description The whole text of the file: at most 10,485,760 bytes of UTF-8 and 20,000 subtitles. */
      readonly content: string;
      /**
       * @description Detected from the content when left out.
       * @enum {string}
       */
      readonly format?: 'srt' | 'vtt';
    };
    readonly VideoStockEnvelope: {
      readonly data: components['schemas']['VideoStockResponse'];
    };
    readonly VideoStockPage: {
      readonly data: readonly components['schemas']['VideoStockResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly VideoStockResponse: {
      readonly client_key: string;
      /** Format: date-time */
      readonly created_at: string;
      readonly duration_seconds: number | null;
      readonly failure: components['schemas']['FailureResponse'] | (never | null);
      /** Format: uuid */
      readonly id: string;
      readonly match: components['schemas']['MatchResponse'] | (never | null);
      /** @enum {string|null} */
      readonly matched_by: 'match' | 'link' | null;
      /** Format: uuid */
      readonly matched_episode_id: string | null;
      /** Format: uuid */
      readonly podcast_id: string;
      /** @description Grows by 1 with every visible change. */
      readonly revision: number;
      /** @enum {string} */
      readonly status: 'processing' | 'ready' | 'failed' | 'matched' | 'canceled';
      readonly title: string | null;
      /** Format: date-time */
      readonly updated_at: string;
      /** Format: uuid */
      readonly upload_id: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly showEpisode: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EpisodeEnvelope'];
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showChapters: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ChaptersEnvelope'];
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly uploadChapters: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ChaptersDocument'];
      };
    };
    readonly responses: {
      /** @description The chapters were replaced, or removed by an empty array. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ReplacedChaptersEnvelope'];
        };
      };
      /** @description The episode had no chapters. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ReplacedChaptersEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly deleteChapters: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['DeletedChaptersEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showTranscript: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The transcript. */
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TranscriptEnvelope'];
          readonly 'application/x-subrip': string;
          readonly 'text/vtt': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly uploadTranscript: {
    readonly parameters: {
      readonly query?: {
        /** @description Judge the transcript and store nothing. */
        readonly dry_run?: boolean;
      };
      readonly header?: never;
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['UploadTranscript'];
      };
    };
    readonly responses: {
      /** @description The transcript was replaced, or would be accepted (dry run). */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TranscriptUploadEnvelope'];
        };
      };
      /** @description The episode had no transcript. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TranscriptUploadEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly listPodcasts: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: string;
        /** @description Most items on the page. */
        readonly first?: number;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['PodcastPage'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly listAnalytics: {
    readonly parameters: {
      readonly query: {
        /** @description The next_cursor of the page before. */
        readonly after?: string;
        /** @description Most items on the page. */
        readonly first?: number;
        /** @description First day. */
        readonly from: string;
        /** @description IANA time zone whose days are meant, such as Europe/Lisbon. */
        readonly timezone?: string;
        /** @description Last day, inclusive; a range has 366 days at most. */
        readonly to: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['AnalyticsPage'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly exportAnalytics: {
    readonly parameters: {
      readonly query: {
        /** @description First day. */
        readonly from: string;
        /** @description IANA time zone whose days are meant, such as Europe/Lisbon. */
        readonly timezone?: string;
        /** @description Last day, inclusive; a range has 366 days at most. */
        readonly to: string;
      };
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description date, episode_id, episode_title, downloads, unique_listeners, is_final */
      readonly 200: {
        headers: {
          readonly 'Content-Disposition'?: string;
          readonly ETag?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/csv': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly listEpisodes: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: string;
        /** @description Most items on the page. */
        readonly first?: number;
        /** @description The episode with exactly this guid. */
        readonly guid?: string;
        /** @description Episodes that lack all of these, separated by commas. */
        readonly missing?: readonly ('transcript' | 'chapters' | 'video')[];
      };
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EpisodePage'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showRefetch: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['LatestRefetchEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly requestRefetch: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 202: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['RefetchEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showToken: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TokenEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly listUploads: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: string;
        /** @description Most items on the page. */
        readonly first?: number;
        readonly status?: 'receiving' | 'completed';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['UploadPage'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly createUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': components['schemas']['UploadForm'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['UploadEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly upload: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['UploadEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly removeUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly upload: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['UploadRemovalEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly measureUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        readonly 'Tus-Resumable'?: '1.0.0';
      };
      readonly path: {
        readonly upload: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Upload-Offset and, once it is known, Upload-Length. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly continueUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        readonly 'Tus-Resumable': '1.0.0';
        readonly 'Upload-Offset': number;
      };
      readonly path: {
        readonly upload: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/offset+octet-stream': string;
      };
    };
    readonly responses: {
      /** @description Upload-Offset says how many bytes have arrived. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showQuota: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['QuotaEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly listVideoStocks: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: string;
        /** @description Most items on the page. */
        readonly first?: number;
        readonly podcast_id?: string;
        readonly status?: 'processing' | 'ready' | 'failed' | 'matched' | 'canceled';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['VideoStockPage'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly createVideoStock: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['CreateVideoStock'];
      };
    };
    readonly responses: {
      /** @description The podcast has this stock already. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showVideoStock: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        readonly stock: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly correctVideoStock: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly stock: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['CorrectVideoStock'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly cancelVideoStock: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly stock: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['CancelVideoStock'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly linkVideoStock: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly stock: unknown;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['LinkVideoStock'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The present state refuses the request. */
      readonly 409: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly showWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EndpointEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly registerWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['RegisterWebhook'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['RegistrationEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly removeWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['RemovalEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly listDeliveries: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['DeliveriesEnvelope'];
        };
      };
      /** @description Not authenticated. */
      readonly 401: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The token lacks the permission, or the podcast is not the caller’s. */
      readonly 403: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The request itself, or a precondition on its content, is wrong. */
      readonly 422: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
      readonly 429: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
  readonly redirect: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description To the audio file. */
      readonly 302: {
        headers: {
          readonly Location?: string;
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not found. */
      readonly 404: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description A fault of the service. */
      readonly 500: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
      /** @description The service is not available at the moment. */
      readonly 503: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ErrorResponse'];
        };
      };
    };
  };
}
