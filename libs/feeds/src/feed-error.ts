import type { LineAndColumn } from './reading/feed-warnings.js';

/** Why a refetch failed (contract 10.5), in words for people. */
export const FEED_FAILURES = {
  fetch_failed: 'The feed could not be fetched: its name did not resolve, or the connection failed.',
  http_error: 'The server of the feed answered with an error; http_status says which.',
  timeout: 'The feed took longer than 30 seconds.',
  too_large: 'The feed is larger than 20,000,000 bytes, or has more than 50,000 items.',
  too_many_episodes: 'The feed has more than 20,000 episodes, or the podcast would have more than 100,000.',
  too_many_redirects: 'The feed redirects more than five times.',
  host_not_public: 'The feed, or what it redirects to, is not at a public address.',
  port_not_allowed: 'The feed, or what it redirects to, is at another port than 80 and 443.',
  invalid_url: 'The URL of the feed, or what it redirects to, is not one of http or https.',
  invalid_xml: 'The feed is not well-formed XML; line and column say where.',
  dtd_not_allowed: 'The feed has a document type declaration with an internal subset.',
  not_a_feed: 'The document at the URL is neither RSS 2.0 nor Atom.',
  internal: 'The feed could not be refetched for a reason of ours; it is tried again later.',
} as const;

export type FeedFailure = keyof typeof FEED_FAILURES;

/** The time until which a host asks not to be requested (`Retry-After`). */
export type Rest = { readonly host: string; readonly until: Date };

type Circumstances = {
  /** Status of the last response, where there was one. */
  readonly httpStatus?: number | null;
  /** The position of the fault in the document. */
  readonly place?: LineAndColumn | null;
  readonly rest?: Rest | null;
  readonly cause?: unknown;
};

/** A refetch has failed, and nothing of the feed is stored. */
export class FeedError extends Error {
  readonly httpStatus: number | null;
  readonly place: LineAndColumn | null;
  readonly rest: Rest | null;

  constructor(
    readonly code: FeedFailure,
    { httpStatus = null, place = null, rest = null, cause }: Circumstances = {},
  ) {
    super(FEED_FAILURES[code], { cause });
    this.name = 'FeedError';
    this.httpStatus = httpStatus;
    this.place = place;
    this.rest = rest;
  }
}
