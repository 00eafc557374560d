/** Why a refetch failed (decisions 10), in words for people. */
export const FEED_FAILURES = {
  fetch_failed: 'The feed could not be fetched: its name did not resolve, or the connection failed.',
  http_error: 'The server of the feed answered with an error; http_status says which.',
  timeout: 'The feed took longer than 30 seconds.',
  too_large: 'The feed is larger than 20,000,000 bytes, or has more than 50,000 items.',
  too_many_redirects: 'The feed redirects more than five times.',
  host_not_public: 'The feed, or what it redirects to, is not at a public address.',
  port_not_allowed: 'The feed, or what it redirects to, is at another port than 80 and 443.',
  invalid_url: 'The URL of the feed, or what it redirects to, is not one of http or https.',
  invalid_xml: 'The feed is not well-formed XML.',
  dtd_not_allowed: 'The feed has a document type declaration.',
  not_a_feed: 'What is at the URL is neither RSS 2.0 nor Atom.',
} as const;

export type FeedFailure = keyof typeof FEED_FAILURES;

/** A refetch cannot go on; nothing of the feed is taken over. */
export class FeedError extends Error {
  constructor(
    readonly code: FeedFailure,
    /** Of the answer, where there was one. */
    readonly httpStatus: number | null = null,
    options?: ErrorOptions,
  ) {
    super(FEED_FAILURES[code], options);
    this.name = 'FeedError';
  }
}
