import type { OutboundCode } from '@app/process';
import type { LineAndColumn } from './reading/feed-warnings.js';

/** Why a refetch failed (contract 10.5), in words for people. */
export const FEED_FAILURES = {
  fetch_failed: 'The feed could not be fetched: its name did not resolve, or the transfer broke.',
  http_error: 'The server of the feed answered with an error; http_status says which.',
  timeout: 'The feed took longer than 30 seconds.',
  too_large: 'The feed is larger than 20,000,000 bytes, or has more than 50,000 items.',
  too_many_episodes: 'The feed has more than 20,000 episodes, or the podcast would have more than 100,000.',
  too_many_redirects: 'The feed redirects more than five times.',
  host_not_public: 'The feed, or what it redirects to, is not at a public address.',
  port_not_allowed: 'The feed, or what it redirects to, is at another port than 80 and 443.',
  invalid_url: 'The URL of the feed, or what it redirects to, is not one of http or https.',
  own_feed: 'The URL of the feed leads to a public feed of this service; it must lead to the feed of its host.',
  invalid_xml: 'The feed is not well-formed XML; line and column say where.',
  dtd_not_allowed: 'The feed has a document type declaration with an internal subset.',
  not_a_feed: 'The document at the URL is neither RSS nor Atom: it is empty, JSON, a page, in an unknown encoding, or something else.',
  internal: 'The feed could not be refetched for a reason of ours; it is tried again later.',
} as const;

/** The fault that broke a transfer, for `fetch_failed`. */
export type TransferFault = OutboundCode | 'bad_compression';

export const BROKEN_TRANSFERS: Partial<Record<TransferFault, string>> = {
  dns_error: 'The feed could not be fetched: the name of its server did not resolve.',
  connection_refused: 'The feed could not be fetched: its server accepted no connection.',
  connection_reset: 'The feed could not be fetched: its server closed the connection before the feed had arrived.',
  tls_error: 'The feed could not be fetched: no secure connection with its server was possible (TLS).',
  response_too_large: 'The feed could not be fetched: the headers of the answer are too large.',
  bad_response: 'The feed could not be fetched: the answer is no valid HTTP.',
  bad_compression: 'The feed could not be fetched: its compressed body is broken or cut off.',
};

export type FeedFailure = keyof typeof FEED_FAILURES;

/** The time until which a host asks not to be requested (`Retry-After`). */
export type Rest = { readonly host: string; readonly until: Date };

type Circumstances = {
  /** Status of the last response, where there was one. */
  readonly httpStatus?: number | null;
  /** The position of the fault in the document. */
  readonly place?: LineAndColumn | null;
  readonly rest?: Rest | null;
  readonly detail?: TransferFault | null;
  readonly cause?: unknown;
};

/** A refetch has failed, and nothing of the feed is stored. */
export class FeedError extends Error {
  readonly httpStatus: number | null;
  readonly place: LineAndColumn | null;
  readonly rest: Rest | null;
  readonly detail: TransferFault | null;

  constructor(
    readonly code: FeedFailure,
    { httpStatus = null, place = null, rest = null, detail = null, cause }: Circumstances = {},
  ) {
    super(FEED_FAILURES[code], { cause });
    this.name = 'FeedError';
    this.httpStatus = httpStatus;
    this.place = place;
    this.rest = rest;
    this.detail = detail;
  }
}
