/* eslint-disable -- generated from docs/openapi.json by npm run generate */
export interface paths {
  readonly '/api/v1/episodes/{episode}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Show an episode and what it still lacks
     * @description Unpublished episodes, too.
     */
    readonly get: operations['getEpisode'];
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
    /**
     * Read the chapters of an episode
     * @description In order of their start, as JSON, text/plain or application/xml (Podlove). 404 when the episode has none.
     */
    readonly get: operations['getEpisodeChapters'];
    /**
     * Upload the chapters of an episode
     * @description A Podcast Namespace JSON chapters document, also as application/json+chapters. Replaces all chapters there were; the transcript stays. Also text/plain (lines of a time and a title), application/xml (Podlove Simple Chapters), application/x-ffmetadata and text/vtt, by Content-Type.
     */
    readonly put: operations['putEpisodeChapters'];
    readonly post?: never;
    /**
     * Remove the chapters of an episode
     * @description All of them. 404 when the episode has none.
     */
    readonly delete: operations['deleteEpisodeChapters'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/episodes/{episode}/retime': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Move transcript and chapters as the audio was edited
     * @description Both together. What lies in a cut goes, what crosses its edge is shortened, what begins at or after an edit moves. The result is a version of the transcript. If-Match means the transcript, or the chapters where there is none; with it a repetition is refused.
     */
    readonly post: operations['postEpisodeRetime'];
    readonly delete?: never;
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
    readonly get: operations['getEpisodeTranscript'];
    /**
     * Upload the transcript of an episode
     * @description Replaces the whole transcript there was, which stays as a version. Chapters stay; word-level timings are deleted.
     */
    readonly put: operations['putEpisodeTranscript'];
    readonly post?: never;
    /**
     * Remove the transcript of an episode
     * @description Chapters and earlier versions stay. 404 when the episode has none.
     */
    readonly delete: operations['deleteEpisodeTranscript'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/episodes/{episode}/transcript/versions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the versions of a transcript
     * @description The last ten uploads of the episode, newest first.
     */
    readonly get: operations['getEpisodeTranscriptVersions'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/episodes/{episode}/transcript/versions/{number}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read a version of a transcript
     * @description In the same forms as the transcript. To restore a version, upload it.
     */
    readonly get: operations['getEpisodeTranscriptVersion'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/events': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read your events
     * @description Oldest first, of the last 30 days. Give next_cursor as after to go on; with wait, as soon as there is a new event.
     */
    readonly get: operations['getEvents'];
    readonly put?: never;
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
    readonly get: operations['getPodcasts'];
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
    readonly get: operations['getPodcastAnalytics'];
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
    readonly get: operations['getPodcastAnalyticsCsv'];
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
    readonly get: operations['getPodcastEpisodes'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/podcasts/{podcast}/publication': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Show what of a podcast is public
     * @description Nothing is, until the owner turns it on.
     */
    readonly get: operations['getPodcastPublication'];
    /**
     * Set what of a podcast is public
     * @description A field that is left out keeps its value. A change is seen at every public address within 60 s.
     */
    readonly put: operations['putPodcastPublication'];
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
     * @description Also one that nobody asked for; null before the first. With wait, as soon as it has finished.
     */
    readonly get: operations['getPodcastRssRefetch'];
    readonly put?: never;
    /**
     * Ask for a refetch of the podcast’s external feed
     * @description A worker does it; ask for the latest to see what came of it.
     */
    readonly post: operations['postPodcastRssRefetch'];
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
    /**
     * Show the token that the request carries
     * @description Its permissions and when it expires; never the token itself.
     */
    readonly get: operations['getToken'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/tokens': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List your tokens
     * @description Newest first, without those that have ended and without the secrets.
     */
    readonly get: operations['getTokens'];
    readonly put?: never;
    /**
     * Make a token
     * @description With a part of the permissions of the token that makes it. It ends with that token at the latest.
     */
    readonly post: operations['postTokens'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/tokens/{token}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /**
     * End a token
     * @description At once, with all tokens that were made by it. A token may end itself.
     */
    readonly delete: operations['deleteToken'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/tokens/{token}/rotate': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Give a token a new secret
     * @description The record stays. The old secret, and those before it, go on for overlap_seconds at most.
     */
    readonly post: operations['postTokenRotate'];
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
    readonly get: operations['getUploads'];
    readonly put?: never;
    /**
     * Upload a file, or begin to
     * @description In one request as a form. Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers. The id is the last segment of `Location`.
     */
    readonly post: operations['postUploads'];
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
    /**
     * Show an upload
     * @description How many bytes have arrived, and when it expires.
     */
    readonly get: operations['getUpload'];
    readonly put?: never;
    readonly post?: never;
    /**
     * Delete an upload
     * @description Also one that is still being received. Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers.
     */
    readonly delete: operations['deleteUpload'];
    readonly options?: never;
    /**
     * Ask how many bytes of an upload have arrived
     * @description Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers. 423 says that the upload cannot be served now, 429 and 503 included: ask again later.
     */
    readonly head: operations['headUpload'];
    /**
     * Send more of an upload
     * @description Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers. 423 says that the upload cannot be served now, 429 and 503 included: ask again later.
     */
    readonly patch: operations['patchUpload'];
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
    readonly get: operations['getVideoQuota'];
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
    readonly get: operations['getVideoStocks'];
    readonly put?: never;
    /**
     * Register a video ahead of its episode
     * @description The same request again answers 200 with the stock as it is by now.
     */
    readonly post: operations['postVideoStocks'];
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
    /**
     * Show a video stock
     * @description Its state, its episode, and why it failed. With wait, as soon as it is no longer processing.
     */
    readonly get: operations['getVideoStock'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /**
     * Correct a video stock
     * @description A failed one may get another upload; it is then read anew.
     */
    readonly patch: operations['patchVideoStock'];
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
     * @description Its seconds are given back. A repeated request gets the same answer.
     */
    readonly post: operations['postVideoStockCancel'];
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
     * @description A repeated request for the same episode gets the same answer.
     */
    readonly post: operations['postVideoStockLink'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-stocks/{stock}/unlink': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Take a video stock from its episode
     * @description It is not matched with this episode again by itself. A repeated request gets the same answer.
     */
    readonly post: operations['postVideoStockUnlink'];
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
    readonly get: operations['getVideoWebhook'];
    /**
     * Register or replace the webhook destination
     * @description The answer is the only one that shows the signing secret. The service sends a verification request to the URL, and nothing else until it is answered.
     */
    readonly put: operations['putVideoWebhook'];
    readonly post?: never;
    /**
     * Remove the webhook destination
     * @description Its unfinished deliveries are canceled.
     */
    readonly delete: operations['deleteVideoWebhook'];
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
    readonly get: operations['getVideoWebhookDeliveries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-webhook/deliveries/{delivery}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Show one delivery with its attempts
     * @description With the event as it is sent, and the outcome of every attempt.
     */
    readonly get: operations['getVideoWebhookDelivery'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-webhook/deliveries/{delivery}/redeliver': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Send the event of a delivery again
     * @description A new delivery of the same event, same id and same bytes, to the present active destination.
     */
    readonly post: operations['postVideoWebhookDeliveryRedeliver'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-webhook/replay': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Send again what was not received
     * @description Every event since a time that no destination has received, in order, at most ten a second and never before new events, to the present active destination.
     */
    readonly post: operations['postVideoWebhookReplay'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/video-webhook/verify': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Verify the destination again
     * @description Sends a new challenge, signed with the same secret, to the present destination that is not active. Earlier challenges become void. It counts towards the registrations of the hour.
     */
    readonly post: operations['postVideoWebhookVerify'];
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
    readonly get: operations['getEpisodeAudio'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/e/{episode}/{file}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read the transcript or the chapters of a published episode
     * @description No token, outside the rate limit; ETag, gzip and brotli.
     */
    readonly get: operations['getPublicEpisodeFile'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/e/{episode}/video': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Play the video of a published episode
     * @description With Range, or a redirect to a signed address of the object store. No token, outside the rate limit.
     */
    readonly get: operations['getPublicVideo'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/f/{podcast}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read the public feed of a podcast
     * @description The feed as it was last fetched, with transcripts, chapters and videos added. No token, outside the rate limit; ETag, gzip and brotli.
     */
    readonly get: operations['getPublicFeed'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export interface webhooks {
  readonly 'video_quota.low': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * The usage of the video quota has reached 90 %
     * @description Sent once per rise; again only after usage was below 90 %.
     */
    readonly post: operations['videoQuotaLow'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'video_stock.failed': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * A video stock has failed
     * @description The reason is in the stock: GET /api/v1/video-stocks/{stock}.
     */
    readonly post: operations['videoStockFailed'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'video_stock.matched': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * A video stock was linked with an episode
     * @description By its match or by a request.
     */
    readonly post: operations['videoStockMatched'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'webhook.verification': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * A destination is to be verified
     * @description Sent after a registration. Answer 2xx with a JSON object whose `challenge` is the one received.
     */
    readonly post: operations['webhookVerification'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export interface components {
  schemas: {
    readonly AnalyticsPage: {
      readonly data: readonly components['schemas']['DailyFiguresResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly AttemptResponse: {
      /** @description null when its end is not known: the attempt was lost or canceled. */
      readonly duration_ms: number | null;
      readonly number: number;
      /**
       * @description The HTTP status, or a code: see docs/webhooks.md, "Outcomes".
       * @example 200
       */
      readonly outcome: string;
      /** Format: date-time */
      readonly started_at: string;
    };
    readonly CancelVideoStock: {
      readonly expected_revision?: number;
    };
    readonly ChapterResponse: {
      /**
       * @description Seconds; after startTime.
       * @example 90
       */
      readonly endTime?: number;
      /**
       * @description An image; http or https.
       * @example https://media.example.com/12/intro.jpg
       */
      readonly img?: string;
      /**
       * @description Seconds.
       * @example 0
       */
      readonly startTime: number;
      /** @example Who is here today. */
      readonly summary?: string;
      /**
       * @description Required, unless toc is false.
       * @example Intro
       */
      readonly title?: string;
      /**
       * @description false: the chapter is not shown in the table of contents.
       * @example true
       */
      readonly toc?: boolean;
      /**
       * @description A page about the chapter; http or https.
       * @example https://example.com/queues
       */
      readonly url?: string;
    };
    readonly ChaptersDocument: {
      /** @description Starts ascend; a silent marker (toc: false) may start with a chapter. Empty: removes all chapters. */
      readonly chapters: readonly components['schemas']['ChapterResponse'][];
      /** @example 1.2.0 */
      readonly version?: string | number;
    };
    readonly ChaptersEnvelope: {
      readonly data: components['schemas']['ChaptersResponse'];
    };
    readonly ChaptersEventData: {
      readonly chapter_count: number;
      /** Format: uuid */
      readonly episode_id: string;
    };
    readonly ChaptersResponse: {
      readonly chapters: readonly components['schemas']['ChapterResponse'][];
      /** Format: uuid */
      readonly episode_id: string;
    };
    readonly ChaptersStoredEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['ChaptersEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'chapters.stored';
    };
    readonly CorrectVideoStock: {
      /** @description The revision that is to be corrected. */
      readonly expected_revision: number;
      /** @description The episode whose guid is this, else the only one whose title is this, whatever its case and spaces. */
      readonly match?: components['schemas']['MatchRule'] | null;
      /** @example Queues */
      readonly title?: string | null;
      /**
       * Format: uuid
       * @description Another upload, for a stock that has failed.
       */
      readonly upload_id?: string;
    };
    readonly CreateToken: {
      /**
       * @description Not later than the end of the token that makes it, which is the default.
       * @example 90
       */
      readonly expires_in_days?: number;
      /**
       * @description What it is for.
       * @example release pipeline
       */
      readonly label: string;
      /**
       * @description A part of those of the token that makes it.
       * @example [
       *       "read"
       *     ]
       */
      readonly permissions: readonly ('read' | 'update' | 'delete')[];
    };
    readonly CreateVideoStock: {
      /**
       * @description Yours, one a podcast: the same request again is the same stock.
       * @example tech-weekly-12
       */
      readonly client_key: string;
      /** @description The episode whose guid is this, else the only one whose title is this, whatever its case and spaces. */
      readonly match?: components['schemas']['MatchRule'] | null;
      /** Format: uuid */
      readonly podcast_id: string;
      /** @example Queues */
      readonly title?: string | null;
      /**
       * Format: uuid
       * @description A complete upload of yours that no other stock uses.
       */
      readonly upload_id: string;
    };
    readonly Cut: {
      /**
       * @description Where the cut begins, in seconds of the file as it was.
       * @example 94.5
       */
      readonly from: number;
      /**
       * @description Where it ends: what begins there stays.
       * @example 120
       */
      readonly to: number;
    };
    readonly DailyFiguresResponse: {
      /**
       * Format: date
       * @description Day in the time zone that was asked for.
       */
      readonly date: string;
      /** @example 128 */
      readonly downloads: number;
      /** Format: uuid */
      readonly episode_id: string;
      /** @example Queues */
      readonly episode_title: string;
      /** @description Whether the day is over. */
      readonly is_final: boolean;
      /** @example 97 */
      readonly unique_listeners: number;
    };
    readonly DeletedEnvelope: {
      readonly data: components['schemas']['DeletedResponse'];
    };
    readonly DeletedResponse: {
      /** @enum {boolean} */
      readonly deleted: true;
    };
    readonly DeliveriesEnvelope: {
      readonly data: readonly components['schemas']['DeliveryResponse'][];
    };
    readonly DeliveryDetailsEnvelope: {
      readonly data: components['schemas']['DeliveryDetailsResponse'];
    };
    readonly DeliveryDetailsResponse: {
      /** @description Oldest first. */
      readonly attempt_log: readonly components['schemas']['AttemptResponse'][];
      /** @description Attempts made, also those that never connected. */
      readonly attempts: number;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly delivered_at: string | null;
      /** Format: uuid */
      readonly event_id: string;
      /**
       * @example video_quota.low
       * @enum {string}
       */
      readonly event_type: 'webhook.verification' | 'video_stock.failed' | 'video_stock.matched' | 'video_quota.low';
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: date-time
       * @description null unless it waits for an attempt.
       */
      readonly next_attempt_at: string | null;
      /** @description The event. null for a verification. */
      readonly payload: components['schemas']['WebhookEvent'] | null;
      /** @enum {string} */
      readonly status: 'queued' | 'sending' | 'delivered' | 'failed' | 'canceled';
      /**
       * Format: uri
       * @description Where it is sent. null for old deliveries of a replaced destination.
       * @example https://hooks.example.com/podcasts
       */
      readonly url: string | null;
    };
    readonly DeliveryEnvelope: {
      readonly data: components['schemas']['DeliveryResponse'];
    };
    readonly DeliveryResponse: {
      /** @description Attempts made, also those that never connected. */
      readonly attempts: number;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly delivered_at: string | null;
      /** Format: uuid */
      readonly event_id: string;
      /**
       * @example video_quota.low
       * @enum {string}
       */
      readonly event_type: 'webhook.verification' | 'video_stock.failed' | 'video_stock.matched' | 'video_quota.low';
      /** Format: uuid */
      readonly id: string;
      /** @enum {string} */
      readonly status: 'queued' | 'sending' | 'delivered' | 'failed' | 'canceled';
    };
    readonly EndpointEnvelope: {
      readonly data: components['schemas']['EndpointResponse'] | null;
    };
    readonly EndpointResponse: {
      /** @description Whether the destination has answered its verification. */
      readonly active: boolean;
      /**
       * Format: date-time
       * @description The first failed attempt after the last success.
       */
      readonly failing_since: string | null;
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it took something for the last time.
       */
      readonly last_delivered_at: string | null;
      /**
       * Format: uri
       * @example https://hooks.example.com/podcasts
       */
      readonly url: string;
      /** Format: date-time */
      readonly verified_at: string | null;
      /** @description Deliveries that are queued. */
      readonly waiting: number;
    };
    readonly EpisodeAppearedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['EpisodeEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'episode.appeared';
    };
    readonly EpisodeChaptersResponse: {
      /** @example 4 */
      readonly count: number;
      /** Format: date-time */
      readonly uploaded_at: string;
    };
    readonly EpisodeEnvelope: {
      readonly data: components['schemas']['EpisodeResponse'];
    };
    readonly EpisodeEventData: {
      readonly guid: string | null;
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string;
      /** Format: date-time */
      readonly published_at: string | null;
      readonly title: string;
    };
    readonly EpisodePage: {
      readonly data: readonly components['schemas']['EpisodeResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly EpisodePublishedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['EpisodeEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'episode.published';
    };
    readonly EpisodeResponse: {
      /** @description Where the audio is. */
      readonly audio_url: string | null;
      readonly chapters: components['schemas']['EpisodeChaptersResponse'] | null;
      /** Format: date-time */
      readonly created_at: string;
      /**
       * Format: uri
       * @description The redirect to the audio that counts downloads: for the enclosure of a feed.
       * @example http://127.0.0.1:3000/e/01a1fc5d-f819-7359-a50c-2c514f9a6d9d
       */
      readonly download_url: string;
      /** @example 1800 */
      readonly duration_seconds: number | null;
      /** @example urn:tech-weekly:12 */
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
      /** @example Queues */
      readonly title: string;
      readonly transcript: components['schemas']['EpisodeTranscriptResponse'] | null;
      /**
       * @description What automatic transcription is doing; an upload is refused unless idle.
       * @enum {string}
       */
      readonly transcription: 'idle' | 'transcribing' | 'separating_speakers';
      readonly video: components['schemas']['EpisodeVideoResponse'] | null;
    };
    readonly EpisodeTranscriptResponse: {
      /**
       * @example srt
       * @enum {string}
       */
      readonly format: 'srt' | 'vtt';
      /** @example 412 */
      readonly segment_count: number;
      /** Format: date-time */
      readonly uploaded_at: string;
    };
    readonly EpisodeVideoResponse: {
      /** @example 1800 */
      readonly duration_seconds: number | null;
      /**
       * Format: uuid
       * @description The matched video stock.
       */
      readonly stock_id: string;
    };
    readonly ErrorDetailResponse: {
      /** @description The media types that the address has. */
      readonly accepted?: readonly string[];
      /** @description The names that are known here. */
      readonly allowed?: readonly string[];
      /**
       * @description Stable and machine-readable; see docs/errors.md.
       * @enum {string}
       */
      readonly code:
        | 'already_active'
        | 'already_matched'
        | 'bad_format'
        | 'bad_time'
        | 'bad_voice_tag'
        | 'beyond_duration'
        | 'client_key_conflict'
        | 'conflict'
        | 'credentials_not_allowed'
        | 'delivery_not_finished'
        | 'duplicate_start_time'
        | 'duplicate_times'
        | 'empty'
        | 'empty_file'
        | 'endpoint_not_active'
        | 'episode_has_video'
        | 'episode_not_found'
        | 'episode_podcast_mismatch'
        | 'expires_too_late'
        | 'file_required'
        | 'from_after_to'
        | 'host_not_allowed'
        | 'host_not_public'
        | 'https_required'
        | 'invalid'
        | 'invalid_cursor'
        | 'invalid_date'
        | 'invalid_edit'
        | 'invalid_json'
        | 'invalid_language'
        | 'invalid_multipart'
        | 'invalid_request'
        | 'invalid_tus_request'
        | 'invalid_url'
        | 'multiple_speakers'
        | 'no_external_feed'
        | 'no_times'
        | 'not_acceptable'
        | 'not_ascending'
        | 'not_correctable'
        | 'not_found'
        | 'not_matched'
        | 'not_owner'
        | 'not_ready'
        | 'not_redeliverable'
        | 'offset_conflict'
        | 'offset_required'
        | 'origin_not_allowed'
        | 'ownership_not_confirmed'
        | 'permission_missing'
        | 'permission_not_held'
        | 'port_not_allowed'
        | 'precondition_failed'
        | 'range_not_satisfiable'
        | 'range_too_long'
        | 'rate_limited'
        | 'refetch_in_progress'
        | 'refetch_too_soon'
        | 'registration_limit'
        | 'replay_in_progress'
        | 'required'
        | 'reversed_times'
        | 'revision_mismatch'
        | 'storage_full'
        | 'token_invalid'
        | 'token_missing'
        | 'too_large'
        | 'too_many_chapters'
        | 'too_many_exports'
        | 'too_many_fields'
        | 'too_many_subtitles'
        | 'too_many_tokens'
        | 'too_many_uploads'
        | 'too_many_waiting'
        | 'too_old'
        | 'too_slow'
        | 'transcription_in_progress'
        | 'unavailable'
        | 'unknown_field'
        | 'unknown_parameter'
        | 'unknown_timezone'
        | 'unsupported_media_type'
        | 'unsupported_tus_version'
        | 'upload_already_used'
        | 'upload_expired'
        | 'upload_in_use'
        | 'upload_locked'
        | 'upload_not_completed'
        | 'upload_not_found'
        | 'zero_duration';
      /** @description The column of the line, from 1. */
      readonly column?: number;
      /** @description The ETag of the version that is there. */
      readonly current_etag?: string;
      /** @description The revision that the stock has. */
      readonly current_revision?: number;
      /** @description The days of the range. */
      readonly days?: number;
      /**
       * Format: date-time
       * @description The latest end of the token.
       */
      readonly expires_at?: string;
      /** @description Path of the field, such as chapters[3].startTime, or null. */
      readonly field: string | null;
      /** @description The line that the fault repeats. */
      readonly first_line?: number;
      /** @description The subtitle that the fault repeats. */
      readonly first_subtitle?: number;
      /** @description The edit that is wrong, from 0. */
      readonly index?: number;
      /** @description The most that is allowed. */
      readonly limit?: number;
      /** @description The line of the file, from 1; null for the whole file. */
      readonly line?: number | null;
      /** @description For people; its wording may change. */
      readonly message: string;
      /** @description The permission that cannot be passed on. */
      readonly permission?: string;
      /**
       * @description The permission that the token lacks.
       * @enum {string}
       */
      readonly required?: 'read' | 'update' | 'delete';
      /** @description Seconds to wait. */
      readonly seconds?: number;
      /** @description The bytes of the file. */
      readonly size?: number;
      /** @description The state of the stock, which refuses the request. */
      readonly status?: string;
      /** @description The subtitle, from 1; null outside of subtitles. */
      readonly subtitle?: number | null;
      /** @description Bytes of the uploads that no video stock uses. */
      readonly unused_bytes?: number;
    };
    readonly ErrorResponse: {
      readonly errors?: readonly components['schemas']['ErrorDetailResponse'][];
      /** @description There were more than 100 errors. */
      readonly errors_truncated?: boolean;
      /** @description For people; its wording may change. */
      readonly message: string;
    };
    readonly Event:
      | components['schemas']['VideoStockFailedEvent']
      | components['schemas']['VideoStockMatchedEvent']
      | components['schemas']['VideoStockReadyEvent']
      | components['schemas']['VideoStockCanceledEvent']
      | components['schemas']['VideoQuotaLowEvent']
      | components['schemas']['EpisodeAppearedEvent']
      | components['schemas']['EpisodePublishedEvent']
      | components['schemas']['TranscriptStoredEvent']
      | components['schemas']['TranscriptDeletedEvent']
      | components['schemas']['ChaptersStoredEvent']
      | components['schemas']['RefetchFinishedEvent']
      | components['schemas']['WebhookFailingEvent']
      | components['schemas']['TokenCreatedEvent']
      | components['schemas']['TokenEndedEvent'];
    readonly EventMeta: {
      /** @description Whether there are events after this page already. */
      readonly has_more: boolean;
      /** @description Give it as after to go on from here; always there. */
      readonly next_cursor: string;
    };
    readonly EventPage: {
      readonly data: readonly components['schemas']['Event'][];
      readonly meta: components['schemas']['EventMeta'];
    };
    readonly FailureResponse: {
      /** @enum {string} */
      readonly code: 'unreadable_media' | 'no_video_track' | 'quota_exceeded' | 'upload_missing';
      /** @example The file has no video track. */
      readonly message: string;
    };
    readonly Insertion: {
      /**
       * @description Where time is put in, in seconds of the file as it was.
       * @example 0
       */
      readonly at: number;
      /**
       * @description How many seconds are put in.
       * @example 30
       */
      readonly insert: number;
    };
    readonly LatestRefetchEnvelope: {
      readonly data: components['schemas']['RefetchResponse'] | null;
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
      /** @example urn:tech-weekly:12 */
      readonly guid?: string;
      /** @example Queues */
      readonly title?: string;
    };
    readonly MatchRule: {
      /** @example urn:tech-weekly:12 */
      readonly guid?: string | null;
      /** @example Queues */
      readonly title?: string | null;
    };
    readonly NewToken: {
      /** Format: date-time */
      readonly created_at: string;
      /**
       * Format: uuid
       * @description The token that made it; null for the operator.
       */
      readonly created_by: string | null;
      /** Format: date-time */
      readonly expires_at: string | null;
      /** Format: uuid */
      readonly id: string;
      /** @example release script */
      readonly label: string | null;
      /**
       * Format: date-time
       * @description To the hour; null before the first use.
       */
      readonly last_used_at: string | null;
      readonly permissions: readonly ('read' | 'update' | 'delete')[];
      /**
       * @description The secret. It is not stored, and shown this once.
       * @example pat_6U5rSZQmDAcYmN4xqZ3hXo2t0KcPzvWn1yJ8sLfE7bg
       */
      readonly token: string;
    };
    readonly NewTokenEnvelope: {
      readonly data: components['schemas']['NewToken'];
    };
    readonly PageMeta: {
      /**
       * @description Whether there are items after this page.
       * @example false
       */
      readonly has_more: boolean;
      /**
       * @description Give it as after to get the next page; null on the last one.
       * @example null
       */
      readonly next_cursor: string | null;
    };
    readonly PodcastPage: {
      readonly data: readonly components['schemas']['PodcastResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly PodcastResponse: {
      /** Format: uuid */
      readonly id: string;
      /** @example Tech Weekly */
      readonly title: string;
    };
    readonly PublicationEnvelope: {
      readonly data: components['schemas']['PublicationResponse'];
    };
    readonly PublicationResponse: {
      /** @example false */
      readonly count_downloads: boolean;
      /**
       * Format: uri
       * @description The public feed; null for a podcast without an external feed.
       * @example https://api.example.com/f/01a1b2c3-0000-7000-8000-000000000001
       */
      readonly feed_url: string | null;
      /** @example en */
      readonly language: string | null;
      /** @example true */
      readonly public: boolean;
      /**
       * Format: date-time
       * @description The last change; null before the first.
       */
      readonly updated_at: string | null;
    };
    readonly QuotaEnvelope: {
      readonly data: components['schemas']['QuotaResponse'];
    };
    readonly QuotaResponse: {
      /**
       * @description The whole allowance.
       * @example 1000
       */
      readonly available_seconds: number;
      /**
       * Format: date-time
       * @description When the check ran last; null before the first.
       */
      readonly checked_at: string | null;
      /** @description Whether usage is at 90 % or more. */
      readonly low: boolean;
      /** @example 50 */
      readonly remaining_seconds: number;
      /**
       * @description One decimal, rounded down.
       * @example 95
       */
      readonly usage_percent: number;
      /** @example 950 */
      readonly used_seconds: number;
    };
    readonly RefetchEnvelope: {
      readonly data: components['schemas']['RefetchResponse'];
    };
    readonly RefetchEventData: {
      readonly episodes_created: number;
      readonly episodes_updated: number;
      readonly failure: {
        readonly code: string;
        readonly message: string;
      } | null;
      /** Format: date-time */
      readonly finished_at: string | null;
      readonly http_status: number | null;
      /** Format: uuid */
      readonly id: string;
      /** Format: date-time */
      readonly requested_at: string;
      /** Format: date-time */
      readonly started_at: string | null;
      /** @enum {string} */
      readonly status: 'succeeded' | 'not_modified' | 'failed';
      readonly stocks_matched: number;
      readonly warnings: readonly {
        readonly code: string;
        readonly line: number;
      }[];
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
        | 'own_feed'
        | 'invalid_xml'
        | 'dtd_not_allowed'
        | 'not_a_feed'
        | 'internal';
      readonly column?: number;
      /** @description Where in the document; of `invalid_xml` and `dtd_not_allowed`. */
      readonly line?: number;
      /** @example The file has no video track. */
      readonly message: string;
    };
    readonly RefetchFinishedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['RefetchEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'refetch.finished';
    };
    readonly RefetchResponse: {
      readonly episodes_created: number;
      readonly episodes_updated: number;
      readonly failure: components['schemas']['RefetchFailureResponse'] | null;
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
        | 'no_date'
        | 'relative_url'
        | 'text_after_end'
        | 'text_before_start'
        | 'title_cut'
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
      /**
       * @description Shown only here: whsec_ and 32 bytes in base64. Store it safely.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
       */
      readonly signing_secret: string;
    };
    readonly ReplacedChaptersEnvelope: {
      readonly data: components['schemas']['ReplacedChaptersResponse'];
    };
    readonly ReplacedChaptersResponse: {
      /** @example 4 */
      readonly chapter_count: number;
      /** Format: uuid */
      readonly episode_id: string;
    };
    readonly ReplayEnvelope: {
      readonly data: components['schemas']['ReplayResponse'];
    };
    readonly ReplayResponse: {
      /** @description Events that are sent again. */
      readonly count: number;
    };
    readonly ReplayWebhook: {
      /**
       * Format: date-time
       * @description With its offset.
       * @example 2026-11-21T09:00:00Z
       */
      readonly since: string;
      /** @description Events of these types alone. */
      readonly types?: readonly ('video_stock.failed' | 'video_stock.matched' | 'video_quota.low')[];
    };
    readonly RetimedEnvelope: {
      readonly data: components['schemas']['RetimedResponse'];
    };
    readonly RetimedResponse: {
      /**
       * @description Chapters that there are now.
       * @example 4
       */
      readonly chapter_count: number;
      /** @example 0 */
      readonly chapters_removed: number;
      /** Format: uuid */
      readonly episode_id: string;
      /**
       * @description Subtitles that there are now. 0: no transcript is left.
       * @example 410
       */
      readonly segment_count: number;
      /** @example 2 */
      readonly segments_removed: number;
    };
    readonly RetimeEpisode: {
      /**
       * @description In their order, not overlapping. Edits of one place apply in their order.
       * @example [
       *       {
       *         "at": 0,
       *         "insert": 30
       *       },
       *       {
       *         "from": 94.5,
       *         "to": 120
       *       }
       *     ]
       */
      readonly edits: readonly (components['schemas']['Insertion'] | components['schemas']['Cut'])[];
    };
    readonly RotateToken: {
      /**
       * @description Seconds for which the old secret goes on.
       * @default 0
       * @example 3600
       */
      readonly overlap_seconds: number;
    };
    readonly SegmentResponse: {
      /**
       * @description Seconds.
       * @example 2.5
       */
      readonly end: number;
      /** @example Ann */
      readonly speaker: string | null;
      /**
       * @description Seconds.
       * @example 1
       */
      readonly start: number;
      /** @example Hello */
      readonly text: string;
    };
    readonly SetPublication: {
      /** @description Whether enclosures in the public feed lead through the counting redirect. */
      readonly count_downloads?: boolean;
      /**
       * @description Of transcripts, as a tag of BCP 47; null: as the feed says.
       * @example en
       */
      readonly language?: string | null;
      /** @description Whether the feed, transcripts, chapters and videos of published episodes are public. */
      readonly public?: boolean;
    };
    readonly TokenCreatedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['TokenEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'token.created';
    };
    readonly TokenEndedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['TokenEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'token.ended';
    };
    readonly TokenEnvelope: {
      readonly data: components['schemas']['TokenResponse'];
    };
    readonly TokenEventData: {
      /** Format: uuid */
      readonly id: string;
      readonly label: string | null;
    };
    readonly TokenPage: {
      readonly data: readonly components['schemas']['TokenRecord'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly TokenRecord: {
      /** Format: date-time */
      readonly created_at: string;
      /**
       * Format: uuid
       * @description The token that made it; null for the operator.
       */
      readonly created_by: string | null;
      /** Format: date-time */
      readonly expires_at: string | null;
      /** Format: uuid */
      readonly id: string;
      /** @example release script */
      readonly label: string | null;
      /**
       * Format: date-time
       * @description To the hour; null before the first use.
       */
      readonly last_used_at: string | null;
      readonly permissions: readonly ('read' | 'update' | 'delete')[];
    };
    readonly TokenResponse: {
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly expires_at: string | null;
      /** Format: uuid */
      readonly id: string;
      /** @example release script */
      readonly label: string | null;
      readonly permissions: readonly ('read' | 'update' | 'delete')[];
    };
    readonly TranscriptDeletedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['TranscriptEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'transcript.deleted';
    };
    readonly TranscriptEnvelope: {
      readonly data: components['schemas']['TranscriptResponse'];
    };
    readonly TranscriptEventData: {
      /** Format: uuid */
      readonly episode_id: string;
      readonly segment_count: number;
      readonly version: number | null;
    };
    readonly TranscriptResponse: {
      /** Format: uuid */
      readonly episode_id: string;
      readonly segments: readonly components['schemas']['SegmentResponse'][];
      /** @description Whether word-level timings exist. */
      readonly word_level: boolean;
    };
    readonly TranscriptStoredEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['TranscriptEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'transcript.stored';
    };
    readonly TranscriptUploadEnvelope: {
      readonly data: components['schemas']['TranscriptUploadResponse'];
    };
    readonly TranscriptUploadResponse: {
      /** Format: uuid */
      readonly episode_id: string;
      /** @example 412 */
      readonly segment_count: number;
    };
    readonly TranscriptVersionPage: {
      readonly data: readonly components['schemas']['TranscriptVersionResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly TranscriptVersionResponse: {
      /** @description Bytes of the upload. */
      readonly byte_size: number;
      /** @description Whether it is the present transcript. */
      readonly current: boolean;
      /** @enum {string} */
      readonly format: 'srt' | 'vtt';
      /** @description Counts up per episode. */
      readonly number: number;
      readonly segment_count: number;
      /**
       * Format: uuid
       * @description The token with which it was uploaded.
       */
      readonly token_id: string | null;
      /** Format: date-time */
      readonly uploaded_at: string;
    };
    readonly UnlinkVideoStock: {
      readonly expected_revision?: number;
    };
    readonly UploadEnvelope: {
      readonly data: components['schemas']['UploadResponse'];
    };
    readonly UploadForm: {
      /**
       * Format: binary
       * @description The file: 1 byte to 50 GiB.
       * @example the bytes of talk.mp4
       */
      readonly file: string;
    };
    readonly UploadPage: {
      readonly data: readonly components['schemas']['UploadResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly UploadResponse: {
      /**
       * Format: int64
       * @description Null while it is not known.
       * @example 734003200
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
      /** @example tech-weekly-12.mp4 */
      readonly filename: string | null;
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: int64
       * @description Null in a list while the store cannot tell.
       * @example 734003200
       */
      readonly received_bytes: number | null;
      /** @enum {string} */
      readonly status: 'receiving' | 'completed';
    };
    readonly UploadTranscript: {
      /**
       * @description The whole text of the file: at most 10,485,760 bytes of UTF-8 and 20,000 subtitles.
       * @example 1
       *     00:00:01,000 --> 00:00:02,500
       *     Hello
       */
      readonly content: string;
      /**
       * @description Detected from the content when left out.
       * @example srt
       * @enum {string}
       */
      readonly format?: 'srt' | 'vtt';
    };
    readonly VerificationEnvelope: {
      readonly data: components['schemas']['EndpointResponse'];
    };
    readonly VerificationEventData: {
      readonly challenge: string;
    };
    readonly VideoQuotaEventData: {
      readonly availableSeconds: number;
      readonly remainingSeconds: number;
      readonly usedSeconds: number;
    };
    readonly VideoQuotaLowEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['VideoQuotaEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_quota.low';
    };
    readonly VideoQuotaLowNotification: {
      /** Format: date-time */
      readonly createdAt: string;
      readonly data: components['schemas']['VideoQuotaEventData'];
      /** Format: uuid */
      readonly id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_quota.low';
    };
    readonly VideoStockCanceledEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['VideoStockEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_stock.canceled';
    };
    readonly VideoStockEnvelope: {
      readonly data: components['schemas']['VideoStockResponse'];
    };
    readonly VideoStockEventData: {
      readonly clientKey: string;
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly matchedEpisodeId: string | null;
      /** Format: uuid */
      readonly podcastId: string;
      /** @enum {string} */
      readonly status: 'processing' | 'ready' | 'failed' | 'matched' | 'canceled';
    };
    readonly VideoStockFailedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['VideoStockEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_stock.failed';
    };
    readonly VideoStockFailedNotification: {
      /** Format: date-time */
      readonly createdAt: string;
      readonly data: components['schemas']['VideoStockEventData'];
      /** Format: uuid */
      readonly id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_stock.failed';
    };
    readonly VideoStockMatchedEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['VideoStockEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_stock.matched';
    };
    readonly VideoStockMatchedNotification: {
      /** Format: date-time */
      readonly createdAt: string;
      readonly data: components['schemas']['VideoStockEventData'];
      /** Format: uuid */
      readonly id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_stock.matched';
    };
    readonly VideoStockPage: {
      readonly data: readonly components['schemas']['VideoStockResponse'][];
      readonly meta: components['schemas']['PageMeta'];
    };
    readonly VideoStockReadyEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['VideoStockEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'video_stock.ready';
    };
    readonly VideoStockResponse: {
      /** @example tech-weekly-12 */
      readonly client_key: string;
      /** Format: date-time */
      readonly created_at: string;
      /** @example 1800 */
      readonly duration_seconds: number | null;
      readonly failure: components['schemas']['FailureResponse'] | null;
      /** Format: uuid */
      readonly id: string;
      readonly match: components['schemas']['MatchResponse'] | null;
      readonly matched_by: ('match' | 'link') | null;
      /** Format: uuid */
      readonly matched_episode_id: string | null;
      /** Format: uuid */
      readonly podcast_id: string;
      /** @description Grows by 1 with every visible change. */
      readonly revision: number;
      /** @enum {string} */
      readonly status: 'processing' | 'ready' | 'failed' | 'matched' | 'canceled';
      /** @example Queues */
      readonly title: string | null;
      /** Format: date-time */
      readonly updated_at: string;
      /** Format: uuid */
      readonly upload_id: string | null;
    };
    readonly WebhookEvent:
      | components['schemas']['WebhookVerificationNotification']
      | components['schemas']['VideoStockFailedNotification']
      | components['schemas']['VideoStockMatchedNotification']
      | components['schemas']['VideoQuotaLowNotification'];
    readonly WebhookFailingEvent: {
      /** Format: date-time */
      readonly created_at: string;
      readonly data: components['schemas']['WebhookFailingEventData'];
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly podcast_id: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'webhook.failing';
    };
    readonly WebhookFailingEventData: {
      /** Format: uuid */
      readonly endpoint_id: string;
      /** Format: date-time */
      readonly failing_since: string;
    };
    readonly WebhookVerificationNotification: {
      /** Format: date-time */
      readonly createdAt: string;
      readonly data: components['schemas']['VerificationEventData'];
      /** Format: uuid */
      readonly id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: 'webhook.verification';
    };
  };
  responses: {
    /** @description The present state refuses the request. */
    readonly AlreadyActive: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The destination is verified already.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "already_active",
         *           "message": "The destination is verified already."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly AlreadyMatched: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The stock is matched with an episode.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "already_matched",
         *           "message": "The stock is matched with an episode."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly ClientKeyConflict: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The podcast has a stock with this client_key that was registered with other values.",
         *       "errors": [
         *         {
         *           "field": "client_key",
         *           "code": "client_key_conflict",
         *           "message": "The podcast has a stock with this client_key that was registered with other values."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly DeleteVideoWebhookNotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no webhook destination.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no webhook destination."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly DeliveryNotFinished: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The delivery is queued or being sent. Only a finished delivery can be sent again.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "delivery_not_finished",
         *           "message": "The delivery is queued or being sent. Only a finished delivery can be sent again."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly EpisodeHasVideo: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The episode has a video.",
         *       "errors": [
         *         {
         *           "field": "episode_id",
         *           "code": "episode_has_video",
         *           "message": "The episode has a video."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly FileRequired: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The form is not valid.",
         *       "errors": [
         *         {
         *           "field": "file",
         *           "code": "file_required",
         *           "message": "The form has no file in the field \"file\"."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly FromAfterTo: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "from must not be after to.",
         *       "errors": [
         *         {
         *           "field": "from",
         *           "code": "from_after_to",
         *           "message": "from must not be after to."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description A fault of the service. */
    readonly GetEpisodeAudioInternalError: {
      headers: {
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Something went wrong on our side."
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly GetEpisodeAudioNotFound: {
      headers: {
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no such episode, or it has no audio to listen to.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no such episode, or it has no audio to listen to."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The service is not available at the moment. */
    readonly GetEpisodeAudioUnavailable: {
      headers: {
        readonly 'Retry-After': components['headers']['Retry-After'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The service is not available at the moment.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "unavailable",
         *           "message": "The service is not available at the moment."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly GetPodcastAnalyticsNotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no such podcast.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no such podcast."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly GetPublicFeedNotFound: {
      headers: {
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no public feed at this address.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no public feed at this address."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly GetPublicVideoNotFound: {
      headers: {
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no public file at this address.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no public file at this address."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly GetTokensUnknownParameter: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The query is not valid.",
         *       "errors": [
         *         {
         *           "field": "page",
         *           "code": "unknown_parameter",
         *           "message": "There is no such parameter."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly GetVideoStockNotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no such video stock.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no such video stock."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly GetVideoWebhookDeliveryNotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no such delivery.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no such delivery."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly HeadUploadNotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no such upload.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no such upload."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly HttpsRequired: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "url must begin with https://.",
         *       "errors": [
         *         {
         *           "field": "url",
         *           "code": "https_required",
         *           "message": "url must begin with https://."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description A fault of the service. */
    readonly InternalError: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Something went wrong on our side."
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly InvalidEdit: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Edit 1 must be { \"at\", \"insert\" } or { \"from\", \"to\" } in seconds, have a length, begin where the edit before it ends or later, and be one of at most 500.",
         *       "errors": [
         *         {
         *           "field": "edits[1]",
         *           "code": "invalid_edit",
         *           "message": "Edit 1 must be { \"at\", \"insert\" } or { \"from\", \"to\" } in seconds, have a length, begin where the edit before it ends or later, and be one of at most 500.",
         *           "index": 1
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description With tus: a header is missing or malformed, or the body has the wrong media type. */
    readonly InvalidTusRequest: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Upload-Length must say how many bytes the file has, or Upload-Defer-Length: 1 that it is not known yet.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "invalid_tus_request",
         *           "message": "Upload-Length must say how many bytes the file has, or Upload-Defer-Length: 1 that it is not known yet."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly NoExternalFeed: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The podcast has no external feed.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "no_external_feed",
         *           "message": "The podcast has no external feed."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly NotAscending: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The chapters have defects; nothing was stored.",
         *       "errors": [
         *         {
         *           "field": "chapters[3].startTime",
         *           "code": "not_ascending",
         *           "message": "The start at 30 s is before the start of the previous chapter."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly NotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no such token.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no such token."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly NotMatched: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "A stock that is processing has no episode to be unlinked from.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_matched",
         *           "message": "A stock that is processing has no episode to be unlinked from.",
         *           "status": "processing"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request; with tus also: `Upload-Offset` is not the number of bytes that have arrived. */
    readonly OffsetConflict: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Upload-Offset is not how many bytes have arrived: ask with HEAD.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "offset_conflict",
         *           "message": "Upload-Offset is not how many bytes have arrived: ask with HEAD."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The token lacks the permission, or the podcast is not the caller’s. */
    readonly PermissionMissingDelete: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "This needs a token with the permission \"delete\".",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "permission_missing",
         *           "message": "This needs a token with the permission \"delete\".",
         *           "required": "delete"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The token lacks the permission, or the podcast is not the caller’s. */
    readonly PermissionMissingRead: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "This needs a token with the permission \"read\".",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "permission_missing",
         *           "message": "This needs a token with the permission \"read\".",
         *           "required": "read"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The token lacks the permission, or the podcast is not the caller’s. */
    readonly PermissionMissingUpdate: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "This needs a token with the permission \"update\".",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "permission_missing",
         *           "message": "This needs a token with the permission \"update\".",
         *           "required": "update"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description With tus: the extension is not supported. */
    readonly PostUploadsInvalidTusRequest: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Parts of a file cannot be put together: leave Upload-Concat out, and send one part after the other.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "invalid_tus_request",
         *           "message": "Parts of a file cannot be put together: leave Upload-Concat out, and send one part after the other."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description With tus: the file is larger than 50 GiB, or longer than announced. */
    readonly PostUploadsTooLarge: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "A file has at most 50 GiB.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "too_large",
         *           "message": "A file has at most 50 GiB."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly PostVideoWebhookReplayInternalError: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Something went wrong on our side."
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly PostVideoWebhookReplayNotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is nothing at this address.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is nothing at this address."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Another version is there than the headers ask for. */
    readonly PreconditionFailed: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Another version is there than If-Match or If-None-Match asks for. Read it again, then decide.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "precondition_failed",
         *           "message": "Another version is there than If-Match or If-None-Match asks for. Read it again, then decide.",
         *           "current_etag": "\"3f1c\""
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not found. */
    readonly PutEpisodeTranscriptNotFound: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "There is no such episode.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "not_found",
         *           "message": "There is no such episode."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The range begins after the end of the file. */
    readonly RangeNotSatisfiable: {
      headers: {
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The range begins after the end of the file, which has 1048576 bytes.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "range_not_satisfiable",
         *           "message": "The range begins after the end of the file, which has 1048576 bytes.",
         *           "size": 1048576
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
    readonly RateLimited: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'Retry-After': components['headers']['Retry-After'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Too many requests.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "rate_limited",
         *           "message": "Too many requests."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly RefetchInProgress: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "A refetch of the feed is in progress.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "refetch_in_progress",
         *           "message": "A refetch of the feed is in progress."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
    readonly RefetchTooSoon: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'Retry-After': components['headers']['Retry-After'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The feed was refetched a moment ago; ask again in 240 s.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "refetch_too_soon",
         *           "message": "The feed was refetched a moment ago; ask again in 240 s.",
         *           "seconds": 240
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Rate limit exceeded; Retry-After says how many seconds to wait. */
    readonly RegistrationLimit: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'Retry-After': components['headers']['Retry-After'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "At most 5 registrations and repeated verifications an hour are accepted.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "registration_limit",
         *           "message": "At most 5 registrations and repeated verifications an hour are accepted.",
         *           "limit": 5
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly Required: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "An upload is continued with the tus protocol.",
         *       "errors": [
         *         {
         *           "field": "Tus-Resumable",
         *           "code": "required",
         *           "message": "An upload is continued with the tus protocol."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly ReversedTimes: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The transcript has defects; nothing was stored.",
         *       "errors": [
         *         {
         *           "field": "content",
         *           "code": "reversed_times",
         *           "message": "The end 4 s is before the start 5 s",
         *           "line": 6,
         *           "subtitle": 2
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly RevisionMismatch: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The stock has changed; its revision is 3 now.",
         *       "errors": [
         *         {
         *           "field": "expected_revision",
         *           "code": "revision_mismatch",
         *           "message": "The stock has changed; its revision is 3 now.",
         *           "current_revision": 3
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not authenticated. */
    readonly TokenInvalid: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The token is malformed, unknown, expired or revoked.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "token_invalid",
         *           "message": "The token is malformed, unknown, expired or revoked."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description With tus: the file is larger than 50 GiB, or longer than announced. */
    readonly TooLarge: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "These are more bytes than Upload-Length announced.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "too_large",
         *           "message": "These are more bytes than Upload-Length announced."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly TooManyTokens: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "A user has at most 100 tokens. End one first.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "too_many_tokens",
         *           "message": "A user has at most 100 tokens. End one first.",
         *           "limit": 100
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly TooManyUploads: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "You have 100 unfinished uploads, the most that are allowed. Finish or delete some of them.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "too_many_uploads",
         *           "message": "You have 100 unfinished uploads, the most that are allowed. Finish or delete some of them."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The service is not available at the moment. */
    readonly Unavailable: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'Retry-After': components['headers']['Retry-After'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The service is not available at the moment.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "unavailable",
         *           "message": "The service is not available at the moment."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly UnknownField: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The body is not valid.",
         *       "errors": [
         *         {
         *           "field": "titel",
         *           "code": "unknown_field",
         *           "message": "There is no such field."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly UnknownParameter: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The query has parameters that this route does not know.",
         *       "errors": [
         *         {
         *           "field": "page",
         *           "code": "unknown_parameter",
         *           "message": "There is no such parameter."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly UnknownTimezone: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The query is not valid.",
         *       "errors": [
         *         {
         *           "field": "timezone",
         *           "code": "unknown_timezone",
         *           "message": "timezone must be the name of an IANA time zone"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description With tus: the version is not supported; `Tus-Version` names those that are. */
    readonly UnsupportedTusVersion: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Tus-Resumable is not supported; send 1.0.0.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "unsupported_tus_version",
         *           "message": "Tus-Resumable is not supported; send 1.0.0."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description With tus: the upload has expired. */
    readonly UploadExpired: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The upload has expired.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "upload_expired",
         *           "message": "The upload has expired."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The present state refuses the request. */
    readonly UploadInUse: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "A video stock uses the upload.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "upload_in_use",
         *           "message": "A video stock uses the upload."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description With tus: another request holds the upload, or it cannot be served now. Ask again later. */
    readonly UploadLocked: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        /**
         * @description The version of tus.
         * @example 1.0.0
         */
        readonly 'Tus-Resumable'?: '1.0.0';
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Another request is at the upload.",
         *       "errors": [
         *         {
         *           "field": null,
         *           "code": "upload_locked",
         *           "message": "Another request is at the upload."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request itself, or a precondition on its content, is wrong. */
    readonly UploadNotCompleted: {
      headers: {
        readonly RateLimit: components['headers']['RateLimit'];
        readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        readonly 'X-Request-Id': components['headers']['X-Request-Id'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The upload is not complete.",
         *       "errors": [
         *         {
         *           "field": "upload_id",
         *           "code": "upload_not_completed",
         *           "message": "The upload is not complete."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
  };
  parameters: {
    /** @description The next_cursor of the page before. */
    readonly After: string;
    /** @description Id of the delivery. */
    readonly Delivery: string;
    /** @description Id of the episode. */
    readonly Episode: string;
    /** @description An episode of the podcast, whose figures alone are meant. */
    readonly EpisodeId: string;
    /** @description Most items on the page. */
    readonly First: number;
    /** @description First day. */
    readonly From: string;
    /** @description ETag that was read, in any form. The write is refused if another version is there, or none. `*` asks for any. */
    readonly IfMatch: string;
    /** @description ETag of what the caller has. */
    readonly IfNoneMatch: string;
    /** @description Id of the podcast. */
    readonly Podcast: string;
    /** @description `*`: the write is refused if there is something already. */
    readonly PutEpisodeTranscriptIfNoneMatch: string;
    /** @description Id of the stock. */
    readonly Stock: string;
    /** @description IANA time zone whose days are meant, such as Europe/Lisbon. */
    readonly Timezone: string;
    /** @description Last day, inclusive; a range has 366 days at most. */
    readonly To: string;
    /** @description Id of the token. */
    readonly Token: string;
    /** @description Id of the upload. */
    readonly Upload: string;
    /** @description Seconds to wait for a change. */
    readonly Wait: number;
  };
  requestBodies: never;
  headers: {
    /**
     * @description What is left of it, and in how many seconds a place is free again.
     * @example "default";r=59;t=60
     */
    readonly RateLimit: string;
    /**
     * @description The limit: requests and seconds.
     * @example "default";q=60;w=60
     */
    readonly 'RateLimit-Policy': string;
    /**
     * @description Seconds to wait before the next attempt.
     * @example 12
     */
    readonly 'Retry-After': number;
    /**
     * @description What is wrong with the token (RFC 6750).
     * @example Bearer realm="api", error="invalid_token"
     */
    readonly 'WWW-Authenticate': string;
    /**
     * @description Names the request in logs: that of the request when it is sane, else a new one.
     * @example 01a1fc5d-f7c9-7593-9206-105b78988f95
     */
    readonly 'X-Request-Id': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly getEpisode: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "guid": "urn:tech-weekly:12",
           *         "title": "Queues",
           *         "published_at": "2026-11-21T04:29:39.135Z",
           *         "duration_seconds": 1800,
           *         "audio_url": "text",
           *         "download_url": "http://127.0.0.1:3000/e/01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "transcription": "idle",
           *         "transcript": {
           *           "format": "srt",
           *           "segment_count": 412,
           *           "uploaded_at": "2026-11-21T04:29:39.135Z"
           *         },
           *         "chapters": {
           *           "count": 4,
           *           "uploaded_at": "2026-11-21T04:29:39.135Z"
           *         },
           *         "video": {
           *           "stock_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "duration_seconds": 1800
           *         },
           *         "missing": [
           *           "transcript"
           *         ],
           *         "created_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['EpisodeEnvelope'];
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getEpisodeChapters: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The chapters. */
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "chapters": [
           *           {
           *             "startTime": 0,
           *             "endTime": 90,
           *             "title": "Intro",
           *             "summary": "Who is here today.",
           *             "url": "https://example.com/queues",
           *             "img": "https://media.example.com/12/intro.jpg",
           *             "toc": true
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['ChaptersEnvelope'];
          /**
           * @example <psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">
           *       <psc:chapter start="00:00:00.000" title="Intro"/>
           *     </psc:chapters>
           */
          readonly 'application/xml': string;
          /** @example 00:00:00.000 Intro */
          readonly 'text/plain': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly putEpisodeChapters: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag that was read, in any form. The write is refused if another version is there, or none. `*` asks for any. */
        readonly 'If-Match'?: components['parameters']['IfMatch'];
        /** @description `*`: the write is refused if there is something already. */
        readonly 'If-None-Match'?: components['parameters']['PutEpisodeTranscriptIfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "version": "1.2.0",
         *       "chapters": [
         *         {
         *           "startTime": 0,
         *           "endTime": 90,
         *           "title": "Intro",
         *           "summary": "Who is here today.",
         *           "url": "https://example.com/queues",
         *           "img": "https://media.example.com/12/intro.jpg",
         *           "toc": true
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ChaptersDocument'];
        /**
         * @example ;FFMETADATA1
         *     [CHAPTER]
         *     TIMEBASE=1/1000
         *     START=0
         *     END=94500
         *     title=Intro
         */
        readonly 'application/x-ffmetadata': string;
        /**
         * @example <psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">
         *       <psc:chapter start="00:00:00.000" title="Intro"/>
         *     </psc:chapters>
         */
        readonly 'application/xml': string;
        /**
         * @example 0:00 Intro
         *     1:34.500 The sluice
         */
        readonly 'text/plain': string;
        /**
         * @example WEBVTT
         *
         *     00:00.000 --> 01:34.500
         *     Intro
         */
        readonly 'text/vtt': string;
      };
    };
    readonly responses: {
      /** @description The chapters were replaced, or removed by an empty array. */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "chapter_count": 4
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['ReplacedChaptersEnvelope'];
        };
      };
      /** @description The episode had no chapters. */
      readonly 201: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "chapter_count": 4
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['ReplacedChaptersEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 422: components['responses']['NotAscending'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly deleteEpisodeChapters: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag that was read, in any form. The write is refused if another version is there, or none. `*` asks for any. */
        readonly 'If-Match'?: components['parameters']['IfMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DeletedEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingDelete'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postEpisodeRetime: {
    readonly parameters: {
      readonly query?: {
        /** @description Count what would become of them and store nothing. */
        readonly dry_run?: boolean;
      };
      readonly header?: {
        /** @description ETag that was read, in any form. The write is refused if another version is there, or none. `*` asks for any. */
        readonly 'If-Match'?: components['parameters']['IfMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "edits": [
         *         {
         *           "at": 0,
         *           "insert": 30
         *         },
         *         {
         *           "from": 94.5,
         *           "to": 120
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['RetimeEpisode'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "segment_count": 410,
           *         "segments_removed": 2,
           *         "chapter_count": 4,
           *         "chapters_removed": 0
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['RetimedEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 422: components['responses']['InvalidEdit'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getEpisodeTranscript: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The transcript. */
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "word_level": true,
           *         "segments": [
           *           {
           *             "start": 1,
           *             "end": 2.5,
           *             "speaker": "Ann",
           *             "text": "Hello"
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TranscriptEnvelope'];
          /**
           * @example 1
           *     00:00:01,000 --> 00:00:02,500
           *     Hello
           */
          readonly 'application/x-subrip': string;
          /**
           * @example WEBVTT
           *
           *     00:01.000 --> 00:02.500
           *     <v Ann>Hello
           */
          readonly 'text/vtt': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly putEpisodeTranscript: {
    readonly parameters: {
      readonly query?: {
        /** @description Judge the transcript and store nothing. */
        readonly dry_run?: boolean;
      };
      readonly header?: {
        /** @description ETag that was read, in any form. The write is refused if another version is there, or none. `*` asks for any. */
        readonly 'If-Match'?: components['parameters']['IfMatch'];
        /** @description `*`: the write is refused if there is something already. */
        readonly 'If-None-Match'?: components['parameters']['PutEpisodeTranscriptIfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "format": "srt",
         *       "content": "1\n00:00:01,000 --> 00:00:02,500\nHello\n"
         *     }
         */
        readonly 'application/json': components['schemas']['UploadTranscript'];
      };
    };
    readonly responses: {
      /** @description The transcript was replaced, or would be accepted (dry run). */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "segment_count": 412
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TranscriptUploadEnvelope'];
        };
      };
      /** @description The episode had no transcript. */
      readonly 201: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "segment_count": 412
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TranscriptUploadEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 422: components['responses']['ReversedTimes'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly deleteEpisodeTranscript: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag that was read, in any form. The write is refused if another version is there, or none. `*` asks for any. */
        readonly 'If-Match'?: components['parameters']['IfMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DeletedEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingDelete'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getEpisodeTranscriptVersions: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
      };
      readonly header?: never;
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "number": 1,
           *           "format": "srt",
           *           "segment_count": 1,
           *           "byte_size": 1,
           *           "uploaded_at": "2026-11-21T04:29:39.135Z",
           *           "token_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "current": true
           *         }
           *       ],
           *       "meta": {
           *         "has_more": false,
           *         "next_cursor": null
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TranscriptVersionPage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getEpisodeTranscriptVersion: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
        /** @description Number of the version. */
        readonly number: number;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The version. */
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "word_level": true,
           *         "segments": [
           *           {
           *             "start": 1,
           *             "end": 2.5,
           *             "speaker": "Ann",
           *             "text": "Hello"
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TranscriptEnvelope'];
          /**
           * @example 1
           *     00:00:01,000 --> 00:00:02,500
           *     Hello
           */
          readonly 'application/x-subrip': string;
          /**
           * @example WEBVTT
           *
           *     00:01.000 --> 00:02.500
           *     <v Ann>Hello
           */
          readonly 'text/vtt': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['PutEpisodeTranscriptNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getEvents: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
        /** @description Events that concern this podcast alone. */
        readonly podcast_id?: string;
        /** @description Events of these types alone, separated by commas or repeated. */
        readonly types?: readonly (
          | 'video_stock.failed'
          | 'video_stock.matched'
          | 'video_stock.ready'
          | 'video_stock.canceled'
          | 'video_quota.low'
          | 'episode.appeared'
          | 'episode.published'
          | 'transcript.stored'
          | 'transcript.deleted'
          | 'chapters.stored'
          | 'refetch.finished'
          | 'webhook.failing'
          | 'token.created'
          | 'token.ended'
        )[];
        /** @description Seconds to wait for a change. */
        readonly wait?: number;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "type": "video_stock.failed",
           *           "created_at": "2026-11-21T04:29:39.135Z",
           *           "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "data": {
           *             "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *             "podcastId": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *             "clientKey": "text",
           *             "status": "processing",
           *             "matchedEpisodeId": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d"
           *           }
           *         }
           *       ],
           *       "meta": {
           *         "has_more": true,
           *         "next_cursor": "text"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['EventPage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['PostVideoWebhookReplayNotFound'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getPodcasts: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "title": "Tech Weekly"
           *         }
           *       ],
           *       "meta": {
           *         "has_more": false,
           *         "next_cursor": null
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['PodcastPage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getPodcastAnalytics: {
    readonly parameters: {
      readonly query: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description An episode of the podcast, whose figures alone are meant. */
        readonly episode_id?: components['parameters']['EpisodeId'];
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
        /** @description First day. */
        readonly from: components['parameters']['From'];
        /** @description IANA time zone whose days are meant, such as Europe/Lisbon. */
        readonly timezone?: components['parameters']['Timezone'];
        /** @description Last day, inclusive; a range has 366 days at most. */
        readonly to: components['parameters']['To'];
      };
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "date": "2026-11-21",
           *           "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "episode_title": "Queues",
           *           "downloads": 128,
           *           "unique_listeners": 97,
           *           "is_final": true
           *         }
           *       ],
           *       "meta": {
           *         "has_more": false,
           *         "next_cursor": null
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['AnalyticsPage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 422: components['responses']['FromAfterTo'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getPodcastAnalyticsCsv: {
    readonly parameters: {
      readonly query: {
        /** @description Begin with a byte order mark, as Excel needs it for UTF-8. */
        readonly bom?: boolean;
        /** @description An episode of the podcast, whose figures alone are meant. */
        readonly episode_id?: components['parameters']['EpisodeId'];
        /** @description First day. */
        readonly from: components['parameters']['From'];
        /** @description IANA time zone whose days are meant, such as Europe/Lisbon. */
        readonly timezone?: components['parameters']['Timezone'];
        /** @description Last day, inclusive; a range has 366 days at most. */
        readonly to: components['parameters']['To'];
      };
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
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
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example date,episode_id,episode_title,downloads,unique_listeners,is_final
           *     2026-11-20,01a1fc5d-f819-7359-a50c-2c514f9a6d9d,Queues,128,97,true
           */
          readonly 'text/csv': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 422: components['responses']['UnknownTimezone'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getPodcastEpisodes: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
        /** @description The episode with exactly this guid. */
        readonly guid?: string;
        /** @description The episodes with these ids: separated by commas, or one in each of several parameters. */
        readonly ids?: readonly string[];
        /** @description Episodes that lack all of these: separated by commas, or one in each of several parameters. */
        readonly missing?: readonly ('transcript' | 'chapters' | 'video')[];
        /** @description Episodes whose titles have all of these words, as words or their beginnings, whatever the case and accents. */
        readonly q?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues",
           *           "published_at": "2026-11-21T04:29:39.135Z",
           *           "duration_seconds": 1800,
           *           "audio_url": "text",
           *           "download_url": "http://127.0.0.1:3000/e/01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "transcription": "idle",
           *           "transcript": {
           *             "format": "srt",
           *             "segment_count": 412,
           *             "uploaded_at": "2026-11-21T04:29:39.135Z"
           *           },
           *           "chapters": {
           *             "count": 4,
           *             "uploaded_at": "2026-11-21T04:29:39.135Z"
           *           },
           *           "video": {
           *             "stock_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *             "duration_seconds": 1800
           *           },
           *           "missing": [
           *             "transcript"
           *           ],
           *           "created_at": "2026-11-21T04:29:39.135Z"
           *         }
           *       ],
           *       "meta": {
           *         "has_more": false,
           *         "next_cursor": null
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['EpisodePage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getPodcastPublication: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "public": true,
           *         "count_downloads": false,
           *         "language": "en",
           *         "feed_url": "https://api.example.com/f/01a1b2c3-0000-7000-8000-000000000001",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['PublicationEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly putPodcastPublication: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "public": true,
         *       "count_downloads": true,
         *       "language": "en"
         *     }
         */
        readonly 'application/json': components['schemas']['SetPublication'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "public": true,
           *         "count_downloads": false,
           *         "language": "en",
           *         "feed_url": "https://api.example.com/f/01a1b2c3-0000-7000-8000-000000000001",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['PublicationEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getPodcastRssRefetch: {
    readonly parameters: {
      readonly query?: {
        /** @description Seconds to wait for a change. */
        readonly wait?: components['parameters']['Wait'];
      };
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "status": "queued",
           *         "requested_at": "2026-11-21T04:29:39.135Z",
           *         "started_at": "2026-11-21T04:29:39.135Z",
           *         "finished_at": "2026-11-21T04:29:39.135Z",
           *         "http_status": 1,
           *         "episodes_created": 1,
           *         "episodes_updated": 1,
           *         "stocks_matched": 1,
           *         "failure": {
           *           "code": "fetch_failed",
           *           "message": "The file has no video track.",
           *           "line": 1,
           *           "column": 1
           *         },
           *         "warnings": [
           *           {
           *             "code": "bare_ampersand",
           *             "line": 1
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['LatestRefetchEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postPodcastRssRefetch: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Accepted */
      readonly 202: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "status": "queued",
           *         "requested_at": "2026-11-21T04:29:39.135Z",
           *         "started_at": "2026-11-21T04:29:39.135Z",
           *         "finished_at": "2026-11-21T04:29:39.135Z",
           *         "http_status": 1,
           *         "episodes_created": 1,
           *         "episodes_updated": 1,
           *         "stocks_matched": 1,
           *         "failure": {
           *           "code": "fetch_failed",
           *           "message": "The file has no video track.",
           *           "line": 1,
           *           "column": 1
           *         },
           *         "warnings": [
           *           {
           *             "code": "bare_ampersand",
           *             "line": 1
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['RefetchEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 409: components['responses']['RefetchInProgress'];
      readonly 422: components['responses']['NoExternalFeed'];
      readonly 429: components['responses']['RefetchTooSoon'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getToken: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "label": "release script",
           *         "permissions": [
           *           "read"
           *         ],
           *         "expires_at": "2026-11-21T04:29:39.135Z",
           *         "created_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TokenEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getTokens: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "label": "release script",
           *           "permissions": [
           *             "read"
           *           ],
           *           "expires_at": "2026-11-21T04:29:39.135Z",
           *           "created_at": "2026-11-21T04:29:39.135Z",
           *           "last_used_at": "2026-11-21T04:29:39.135Z",
           *           "created_by": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d"
           *         }
           *       ],
           *       "meta": {
           *         "has_more": false,
           *         "next_cursor": null
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TokenPage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postTokens: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "label": "release pipeline",
         *       "permissions": [
         *         "read"
         *       ],
         *       "expires_in_days": 90
         *     }
         */
        readonly 'application/json': components['schemas']['CreateToken'];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "label": "release script",
           *         "permissions": [
           *           "read"
           *         ],
           *         "expires_at": "2026-11-21T04:29:39.135Z",
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "last_used_at": "2026-11-21T04:29:39.135Z",
           *         "created_by": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "token": "pat_6U5rSZQmDAcYmN4xqZ3hXo2t0KcPzvWn1yJ8sLfE7bg"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['NewTokenEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 409: components['responses']['TooManyTokens'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly deleteToken: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the token. */
        readonly token: components['parameters']['Token'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DeletedEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingDelete'];
      readonly 404: components['responses']['NotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postTokenRotate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the token. */
        readonly token: components['parameters']['Token'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        /**
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        readonly 'application/json': components['schemas']['RotateToken'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "label": "release script",
           *         "permissions": [
           *           "read"
           *         ],
           *         "expires_at": "2026-11-21T04:29:39.135Z",
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "last_used_at": "2026-11-21T04:29:39.135Z",
           *         "created_by": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "token": "pat_6U5rSZQmDAcYmN4xqZ3hXo2t0KcPzvWn1yJ8sLfE7bg"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['NewTokenEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['NotFound'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getUploads: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
        /** @description The uploads in this state. */
        readonly status?: 'receiving' | 'completed';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "filename": "tech-weekly-12.mp4",
           *           "content_type": "video/mp4",
           *           "byte_size": 734003200,
           *           "received_bytes": 734003200,
           *           "status": "receiving",
           *           "created_at": "2026-11-21T04:29:39.135Z",
           *           "expires_at": "2026-11-21T04:29:39.135Z"
           *         }
           *       ],
           *       "meta": {
           *         "has_more": false,
           *         "next_cursor": null
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['UploadPage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postUploads: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Begins an upload in chunks. */
        readonly 'Tus-Resumable'?: '1.0.0';
        /** @description With tus: 1 when the length is not known yet. */
        readonly 'Upload-Defer-Length'?: 1;
        /** @description With tus: bytes of the file. */
        readonly 'Upload-Length'?: number;
        /** @description With tus: `filename` and `filetype`, each with a value in base64. */
        readonly 'Upload-Metadata'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "file": "the bytes of talk.mp4"
         *     }
         */
        readonly 'multipart/form-data': components['schemas']['UploadForm'];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        headers: {
          /**
           * @description Path of the upload. Its last segment is the id.
           * @example /api/v1/uploads/01a1fd58-3a4c-7d10-8f0e-5b1d2c3e4f50
           */
          readonly Location?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          /**
           * @description The version of tus.
           * @example 1.0.0
           */
          readonly 'Tus-Resumable'?: '1.0.0';
          /**
           * @description When the upload expires unless more bytes arrive.
           * @example Sun, 22 Nov 2026 12:00:00 GMT
           */
          readonly 'Upload-Expires'?: string;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "filename": "tech-weekly-12.mp4",
           *         "content_type": "video/mp4",
           *         "byte_size": 734003200,
           *         "received_bytes": 734003200,
           *         "status": "receiving",
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "expires_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['UploadEnvelope'];
        };
      };
      readonly 400: components['responses']['InvalidTusRequest'];
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 409: components['responses']['TooManyUploads'];
      readonly 412: components['responses']['UnsupportedTusVersion'];
      readonly 413: components['responses']['PostUploadsTooLarge'];
      readonly 422: components['responses']['FileRequired'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 501: components['responses']['PostUploadsInvalidTusRequest'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the upload. */
        readonly upload: components['parameters']['Upload'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "filename": "tech-weekly-12.mp4",
           *         "content_type": "video/mp4",
           *         "byte_size": 734003200,
           *         "received_bytes": 734003200,
           *         "status": "receiving",
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "expires_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['UploadEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['HeadUploadNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly deleteUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the upload. */
        readonly upload: components['parameters']['Upload'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DeletedEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingDelete'];
      readonly 404: components['responses']['HeadUploadNotFound'];
      readonly 409: components['responses']['UploadInUse'];
      readonly 412: components['responses']['UnsupportedTusVersion'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 423: components['responses']['UploadLocked'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly headUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Version of the tus protocol. */
        readonly 'Tus-Resumable'?: '1.0.0';
      };
      readonly path: {
        /** @description Id of the upload. */
        readonly upload: components['parameters']['Upload'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Upload-Offset and, once it is known, Upload-Length. */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          /**
           * @description The version of tus.
           * @example 1.0.0
           */
          readonly 'Tus-Resumable'?: '1.0.0';
          /**
           * @description 1 while the length is not known.
           * @example 1
           */
          readonly 'Upload-Defer-Length'?: 1;
          /**
           * @description When the upload expires unless more bytes arrive.
           * @example Sun, 22 Nov 2026 12:00:00 GMT
           */
          readonly 'Upload-Expires'?: string;
          /**
           * @description Bytes of the whole file, once that is known.
           * @example 734003200
           */
          readonly 'Upload-Length'?: number;
          /**
           * @description As it was sent: names, each with a value in base64, separated by commas.
           * @example filename dGFsay5tcDQ=,filetype dmlkZW8vbXA0
           */
          readonly 'Upload-Metadata'?: string;
          /**
           * @description Bytes that have arrived.
           * @example 67108864
           */
          readonly 'Upload-Offset'?: number;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['HeadUploadNotFound'];
      readonly 410: components['responses']['UploadExpired'];
      readonly 412: components['responses']['UnsupportedTusVersion'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 423: components['responses']['UploadLocked'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly patchUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /** @description Version of the tus protocol. */
        readonly 'Tus-Resumable': '1.0.0';
        /** @description Bytes that the service has already. */
        readonly 'Upload-Offset': number;
      };
      readonly path: {
        /** @description Id of the upload. */
        readonly upload: components['parameters']['Upload'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /** @example the bytes from Upload-Offset on */
        readonly 'application/offset+octet-stream': string;
      };
    };
    readonly responses: {
      /** @description Upload-Offset says how many bytes have arrived. */
      readonly 204: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          /**
           * @description The version of tus.
           * @example 1.0.0
           */
          readonly 'Tus-Resumable'?: '1.0.0';
          /**
           * @description When the upload expires unless more bytes arrive.
           * @example Sun, 22 Nov 2026 12:00:00 GMT
           */
          readonly 'Upload-Expires'?: string;
          /**
           * @description Bytes that have arrived.
           * @example 67108864
           */
          readonly 'Upload-Offset'?: number;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['InvalidTusRequest'];
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['HeadUploadNotFound'];
      readonly 409: components['responses']['OffsetConflict'];
      readonly 410: components['responses']['UploadExpired'];
      readonly 412: components['responses']['UnsupportedTusVersion'];
      readonly 413: components['responses']['TooLarge'];
      readonly 422: components['responses']['Required'];
      readonly 423: components['responses']['UploadLocked'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getVideoQuota: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "used_seconds": 950,
           *         "available_seconds": 1000,
           *         "remaining_seconds": 50,
           *         "usage_percent": 95,
           *         "low": true,
           *         "checked_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['QuotaEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getVideoStocks: {
    readonly parameters: {
      readonly query?: {
        /** @description The next_cursor of the page before. */
        readonly after?: components['parameters']['After'];
        /** @description The stocks that you registered with this key. */
        readonly client_key?: string;
        /** @description Most items on the page. */
        readonly first?: components['parameters']['First'];
        /** @description The stocks of this podcast. */
        readonly podcast_id?: string;
        /** @description The stocks in this state. */
        readonly status?: 'processing' | 'ready' | 'failed' | 'matched' | 'canceled';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "client_key": "tech-weekly-12",
           *           "status": "processing",
           *           "revision": 1,
           *           "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "title": "Queues",
           *           "match": {
           *             "guid": "urn:tech-weekly:12",
           *             "title": "Queues"
           *           },
           *           "duration_seconds": 1800,
           *           "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "matched_by": "match",
           *           "failure": {
           *             "code": "unreadable_media",
           *             "message": "The file has no video track."
           *           },
           *           "created_at": "2026-11-21T04:29:39.135Z",
           *           "updated_at": "2026-11-21T04:29:39.135Z"
           *         }
           *       ],
           *       "meta": {
           *         "has_more": false,
           *         "next_cursor": null
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockPage'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postVideoStocks: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
         *       "client_key": "tech-weekly-12",
         *       "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
         *       "title": "Queues",
         *       "match": {
         *         "guid": "urn:tech-weekly:12",
         *         "title": "Queues"
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['CreateVideoStock'];
      };
    };
    readonly responses: {
      /** @description The podcast has this stock already. */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "client_key": "tech-weekly-12",
           *         "status": "processing",
           *         "revision": 1,
           *         "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "title": "Queues",
           *         "match": {
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues"
           *         },
           *         "duration_seconds": 1800,
           *         "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "matched_by": "match",
           *         "failure": {
           *           "code": "unreadable_media",
           *           "message": "The file has no video track."
           *         },
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      /** @description Created */
      readonly 201: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "client_key": "tech-weekly-12",
           *         "status": "processing",
           *         "revision": 1,
           *         "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "title": "Queues",
           *         "match": {
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues"
           *         },
           *         "duration_seconds": 1800,
           *         "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "matched_by": "match",
           *         "failure": {
           *           "code": "unreadable_media",
           *           "message": "The file has no video track."
           *         },
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['GetPodcastAnalyticsNotFound'];
      readonly 409: components['responses']['ClientKeyConflict'];
      readonly 422: components['responses']['UploadNotCompleted'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getVideoStock: {
    readonly parameters: {
      readonly query?: {
        /** @description Seconds to wait for a change. */
        readonly wait?: components['parameters']['Wait'];
      };
      readonly header?: {
        /** @description ETag of what the caller has. */
        readonly 'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      readonly path: {
        /** @description Id of the stock. */
        readonly stock: components['parameters']['Stock'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "client_key": "tech-weekly-12",
           *         "status": "processing",
           *         "revision": 1,
           *         "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "title": "Queues",
           *         "match": {
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues"
           *         },
           *         "duration_seconds": 1800,
           *         "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "matched_by": "match",
           *         "failure": {
           *           "code": "unreadable_media",
           *           "message": "The file has no video track."
           *         },
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetVideoStockNotFound'];
      readonly 422: components['responses']['GetTokensUnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly patchVideoStock: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the stock. */
        readonly stock: components['parameters']['Stock'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "expected_revision": 1,
         *       "title": "Queues",
         *       "match": {
         *         "guid": "urn:tech-weekly:12",
         *         "title": "Queues"
         *       },
         *       "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d"
         *     }
         */
        readonly 'application/json': components['schemas']['CorrectVideoStock'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "client_key": "tech-weekly-12",
           *         "status": "processing",
           *         "revision": 1,
           *         "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "title": "Queues",
           *         "match": {
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues"
           *         },
           *         "duration_seconds": 1800,
           *         "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "matched_by": "match",
           *         "failure": {
           *           "code": "unreadable_media",
           *           "message": "The file has no video track."
           *         },
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['GetVideoStockNotFound'];
      readonly 409: components['responses']['RevisionMismatch'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postVideoStockCancel: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the stock. */
        readonly stock: components['parameters']['Stock'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        /**
         * @example {
         *       "expected_revision": 1
         *     }
         */
        readonly 'application/json': components['schemas']['CancelVideoStock'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "client_key": "tech-weekly-12",
           *         "status": "processing",
           *         "revision": 1,
           *         "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "title": "Queues",
           *         "match": {
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues"
           *         },
           *         "duration_seconds": 1800,
           *         "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "matched_by": "match",
           *         "failure": {
           *           "code": "unreadable_media",
           *           "message": "The file has no video track."
           *         },
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingDelete'];
      readonly 404: components['responses']['GetVideoStockNotFound'];
      readonly 409: components['responses']['AlreadyMatched'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postVideoStockLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the stock. */
        readonly stock: components['parameters']['Stock'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
         *       "expected_revision": 1
         *     }
         */
        readonly 'application/json': components['schemas']['LinkVideoStock'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "client_key": "tech-weekly-12",
           *         "status": "processing",
           *         "revision": 1,
           *         "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "title": "Queues",
           *         "match": {
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues"
           *         },
           *         "duration_seconds": 1800,
           *         "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "matched_by": "match",
           *         "failure": {
           *           "code": "unreadable_media",
           *           "message": "The file has no video track."
           *         },
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['GetVideoStockNotFound'];
      readonly 409: components['responses']['EpisodeHasVideo'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postVideoStockUnlink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the stock. */
        readonly stock: components['parameters']['Stock'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        /**
         * @example {
         *       "expected_revision": 1
         *     }
         */
        readonly 'application/json': components['schemas']['UnlinkVideoStock'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "podcast_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "client_key": "tech-weekly-12",
           *         "status": "processing",
           *         "revision": 1,
           *         "upload_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "title": "Queues",
           *         "match": {
           *           "guid": "urn:tech-weekly:12",
           *           "title": "Queues"
           *         },
           *         "duration_seconds": 1800,
           *         "matched_episode_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "matched_by": "match",
           *         "failure": {
           *           "code": "unreadable_media",
           *           "message": "The file has no video track."
           *         },
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "updated_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VideoStockEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingDelete'];
      readonly 404: components['responses']['GetVideoStockNotFound'];
      readonly 409: components['responses']['NotMatched'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getVideoWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "url": "https://hooks.example.com/podcasts",
           *         "active": true,
           *         "verified_at": "2026-11-21T04:29:39.135Z",
           *         "last_delivered_at": "2026-11-21T04:29:39.135Z",
           *         "failing_since": "2026-11-21T04:29:39.135Z",
           *         "waiting": 1
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['EndpointEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly putVideoWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "url": "https://hooks.example.com/podcasts"
         *     }
         */
        readonly 'application/json': components['schemas']['RegisterWebhook'];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "endpoint": {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "url": "https://hooks.example.com/podcasts",
           *           "active": true,
           *           "verified_at": "2026-11-21T04:29:39.135Z",
           *           "last_delivered_at": "2026-11-21T04:29:39.135Z",
           *           "failing_since": "2026-11-21T04:29:39.135Z",
           *           "waiting": 1
           *         },
           *         "signing_secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['RegistrationEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 422: components['responses']['HttpsRequired'];
      readonly 429: components['responses']['RegistrationLimit'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly deleteVideoWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DeletedEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingDelete'];
      readonly 404: components['responses']['DeleteVideoWebhookNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getVideoWebhookDeliveries: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "event_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "event_type": "video_quota.low",
           *           "status": "queued",
           *           "attempts": 1,
           *           "created_at": "2026-11-21T04:29:39.135Z",
           *           "delivered_at": "2026-11-21T04:29:39.135Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['DeliveriesEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getVideoWebhookDelivery: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the delivery. */
        readonly delivery: components['parameters']['Delivery'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description OK */
      readonly 200: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "event_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "event_type": "video_quota.low",
           *         "status": "queued",
           *         "attempts": 1,
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "delivered_at": "2026-11-21T04:29:39.135Z",
           *         "url": "https://hooks.example.com/podcasts",
           *         "next_attempt_at": "2026-11-21T04:29:39.135Z",
           *         "payload": {
           *           "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *           "type": "webhook.verification",
           *           "createdAt": "2026-11-21T04:29:39.135Z",
           *           "data": {
           *             "challenge": "text"
           *           }
           *         },
           *         "attempt_log": [
           *           {
           *             "number": 1,
           *             "started_at": "2026-11-21T04:29:39.135Z",
           *             "duration_ms": 1,
           *             "outcome": "200"
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DeliveryDetailsEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingRead'];
      readonly 404: components['responses']['GetVideoWebhookDeliveryNotFound'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postVideoWebhookDeliveryRedeliver: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the delivery. */
        readonly delivery: components['parameters']['Delivery'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Created */
      readonly 201: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "event_id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "event_type": "video_quota.low",
           *         "status": "queued",
           *         "attempts": 1,
           *         "created_at": "2026-11-21T04:29:39.135Z",
           *         "delivered_at": "2026-11-21T04:29:39.135Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DeliveryEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['GetVideoWebhookDeliveryNotFound'];
      readonly 409: components['responses']['DeliveryNotFinished'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postVideoWebhookReplay: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "since": "2026-11-21T09:00:00Z",
         *       "types": [
         *         "video_stock.failed"
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ReplayWebhook'];
      };
    };
    readonly responses: {
      /** @description Accepted */
      readonly 202: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "count": 1
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['ReplayEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['PostVideoWebhookReplayNotFound'];
      readonly 409: components['responses']['PostVideoWebhookReplayInternalError'];
      readonly 422: components['responses']['UnknownField'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly postVideoWebhookVerify: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Accepted */
      readonly 202: {
        headers: {
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d",
           *         "url": "https://hooks.example.com/podcasts",
           *         "active": true,
           *         "verified_at": "2026-11-21T04:29:39.135Z",
           *         "last_delivered_at": "2026-11-21T04:29:39.135Z",
           *         "failing_since": "2026-11-21T04:29:39.135Z",
           *         "waiting": 1
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['VerificationEnvelope'];
        };
      };
      readonly 401: components['responses']['TokenInvalid'];
      readonly 403: components['responses']['PermissionMissingUpdate'];
      readonly 404: components['responses']['DeleteVideoWebhookNotFound'];
      readonly 409: components['responses']['AlreadyActive'];
      readonly 422: components['responses']['UnknownParameter'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['Unavailable'];
    };
  };
  readonly getEpisodeAudio: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description To the audio file. */
      readonly 302: {
        headers: {
          readonly Location?: string;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 404: components['responses']['GetEpisodeAudioNotFound'];
      readonly 500: components['responses']['GetEpisodeAudioInternalError'];
      readonly 503: components['responses']['GetEpisodeAudioUnavailable'];
    };
  };
  readonly getPublicEpisodeFile: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: components['parameters']['Episode'];
        /** @description The transcript in one of its forms, or the chapters. */
        readonly file: 'transcript.vtt' | 'transcript.srt' | 'transcript.json' | 'transcript.txt' | 'chapters.json';
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example WEBVTT
           *
           *     00:00:00.000 --> 00:00:01.000
           *     <v Ann>Hello
           */
          readonly 'text/vtt': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 404: components['responses']['GetPublicVideoNotFound'];
      readonly 500: components['responses']['GetEpisodeAudioInternalError'];
      readonly 503: components['responses']['GetEpisodeAudioUnavailable'];
    };
  };
  readonly getPublicVideo: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The part that is wanted, such as bytes=0-1023. */
        readonly Range?: string;
      };
      readonly path: {
        /** @description Id of the episode. */
        readonly episode: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The video. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /** @example the bytes of the file */
          readonly 'video/mp4': string;
        };
      };
      /** @description The part that Range names. */
      readonly 206: {
        headers: {
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description To the object store. */
      readonly 302: {
        headers: {
          readonly Location?: string;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 404: components['responses']['GetPublicVideoNotFound'];
      readonly 416: components['responses']['RangeNotSatisfiable'];
      readonly 500: components['responses']['GetEpisodeAudioInternalError'];
      readonly 503: components['responses']['GetEpisodeAudioUnavailable'];
    };
  };
  readonly getPublicFeed: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description Id of the podcast. */
        readonly podcast: components['parameters']['Podcast'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The feed. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content: {
          /** @example <rss version="2.0"><channel><title>Tech Weekly</title></channel></rss> */
          readonly 'application/rss+xml': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match. */
      readonly 304: {
        headers: {
          readonly ETag?: string;
          readonly 'X-Request-Id': components['headers']['X-Request-Id'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 404: components['responses']['GetPublicFeedNotFound'];
      readonly 500: components['responses']['GetEpisodeAudioInternalError'];
      readonly 503: components['responses']['GetEpisodeAudioUnavailable'];
    };
  };
  readonly videoQuotaLow: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /** @description The id of the event (Standard Webhooks). */
        readonly 'webhook-id': string;
        /** @description v1,<HMAC-SHA256 over id, time and raw body, in base64>, keyed with the bytes behind whsec_. */
        readonly 'webhook-signature': string;
        /** @description Unix seconds of this attempt. */
        readonly 'webhook-timestamp': string;
        /** @description t=<unix seconds>,v1=<HMAC-SHA256 over t, a dot and the raw body, in hexadecimal>, keyed with signing_secret. */
        readonly 'X-SERVICE-Signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "id": "01a1fd59-240f-739d-bb9f-fb6f2a6c4267",
         *       "type": "video_quota.low",
         *       "createdAt": "2026-11-21T09:04:00.015Z",
         *       "data": {
         *         "usedSeconds": 950,
         *         "availableSeconds": 1000,
         *         "remainingSeconds": 50
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['VideoQuotaLowNotification'];
      };
    };
    readonly responses: {
      /** @description The notification is stored. Answer within ten seconds. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else is a failure: the notification is sent again later, up to six times in all. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly videoStockFailed: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /** @description The id of the event (Standard Webhooks). */
        readonly 'webhook-id': string;
        /** @description v1,<HMAC-SHA256 over id, time and raw body, in base64>, keyed with the bytes behind whsec_. */
        readonly 'webhook-signature': string;
        /** @description Unix seconds of this attempt. */
        readonly 'webhook-timestamp': string;
        /** @description t=<unix seconds>,v1=<HMAC-SHA256 over t, a dot and the raw body, in hexadecimal>, keyed with signing_secret. */
        readonly 'X-SERVICE-Signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "id": "01a1fd59-240f-739d-bb9f-fb6f2a6c4267",
         *       "type": "video_stock.failed",
         *       "createdAt": "2026-11-21T09:04:00.015Z",
         *       "data": {
         *         "id": "01a1fd59-06d0-715b-9e8f-454043023465",
         *         "podcastId": "01a1fd59-06cd-772c-ad64-10fe26ca45b8",
         *         "clientKey": "second-thoughts-12",
         *         "status": "failed",
         *         "matchedEpisodeId": null
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['VideoStockFailedNotification'];
      };
    };
    readonly responses: {
      /** @description The notification is stored. Answer within ten seconds. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else is a failure: the notification is sent again later, up to six times in all. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly videoStockMatched: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /** @description The id of the event (Standard Webhooks). */
        readonly 'webhook-id': string;
        /** @description v1,<HMAC-SHA256 over id, time and raw body, in base64>, keyed with the bytes behind whsec_. */
        readonly 'webhook-signature': string;
        /** @description Unix seconds of this attempt. */
        readonly 'webhook-timestamp': string;
        /** @description t=<unix seconds>,v1=<HMAC-SHA256 over t, a dot and the raw body, in hexadecimal>, keyed with signing_secret. */
        readonly 'X-SERVICE-Signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "id": "01a1fd59-240f-739d-bb9f-fb6f2a6c4267",
         *       "type": "video_stock.matched",
         *       "createdAt": "2026-11-21T09:04:00.015Z",
         *       "data": {
         *         "id": "01a1fd59-06d0-715b-9e8f-454043023465",
         *         "podcastId": "01a1fd59-06cd-772c-ad64-10fe26ca45b8",
         *         "clientKey": "second-thoughts-12",
         *         "status": "matched",
         *         "matchedEpisodeId": "01a1fc5d-f819-7359-a50c-2c514f9a6d9d"
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['VideoStockMatchedNotification'];
      };
    };
    readonly responses: {
      /** @description The notification is stored. Answer within ten seconds. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else is a failure: the notification is sent again later, up to six times in all. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly webhookVerification: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /** @description The id of the event (Standard Webhooks). */
        readonly 'webhook-id': string;
        /** @description v1,<HMAC-SHA256 over id, time and raw body, in base64>, keyed with the bytes behind whsec_. */
        readonly 'webhook-signature': string;
        /** @description Unix seconds of this attempt. */
        readonly 'webhook-timestamp': string;
        /** @description t=<unix seconds>,v1=<HMAC-SHA256 over t, a dot and the raw body, in hexadecimal>, keyed with signing_secret. */
        readonly 'X-SERVICE-Signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "id": "01a1fd59-240f-739d-bb9f-fb6f2a6c4267",
         *       "type": "webhook.verification",
         *       "createdAt": "2026-11-21T09:04:00.015Z",
         *       "data": {
         *         "challenge": "AdwEuU_5HdS7oJB9OdN8WXzm-rSYJiB61EWqac48pCs"
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['WebhookVerificationNotification'];
      };
    };
    readonly responses: {
      /** @description The notification is stored. Answer within ten seconds. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else is a failure: the notification is sent again later, up to six times in all. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
