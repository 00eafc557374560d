import {
  Clock,
  Outbound,
  OutboundError,
  type OutboundCode,
  type OutboundRequest,
  type OutboundResponse,
  type UrlFault,
  type UrlRules,
} from '@app/process';
import { Injectable } from '@nestjs/common';
import { FeedError, type FeedFailure, type Rest } from '../feed-error.js';
import { retryAfter } from './retry-after.js';

/**
 * Validators of a version of the feed. They are sent back to the URL that sent them alone, so that the server answers
 * 304 while nothing has changed (RFC 9110, 13): to another URL they mean something else.
 */
export type Validators = { readonly url: string | null; readonly etag: string | null; readonly lastModified: string | null };

export const NO_VALIDATORS: Validators = { url: null, etag: null, lastModified: null };

export type FetchedFeed = {
  readonly httpStatus: number;
  /** Reads the body, which holds memory from then on. null: not modified. @throws FeedError */
  readonly body: (() => Promise<Uint8Array>) | null;
  /** Ends the response, whose body is not wanted. */
  readonly discard: () => void;
  readonly contentType: string;
  readonly validators: Validators;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** Where permanent redirects lead, before any other redirect; null when there are none. */
  readonly movedTo: string | null;
};

export type FetchOptions = {
  readonly validators: Validators;
  /** Called before a redirect to another host is followed. It may wait, and throws if it must not be followed now. */
  readonly onHop?: (host: string) => Promise<void>;
  /** Whether a podcast with this id is here, whose public feed must not be read as a source. */
  readonly isOurs?: (podcastId: string) => Promise<boolean>;
};

/** http and https, at their own ports. */
const RULES: UrlRules = { ports: { 'http:': [80], 'https:': [443] } };

const MAX_REDIRECTS = 5;

/** Milliseconds of the whole fetch, and bytes after decompression. */
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 20_000_000;

/** Most characters of a validator, and of the URL of a permanent redirect, that are stored. */
const MAX_VALIDATOR = 1024;
const MAX_URL = 2048;

/** The path of public feeds (contract 17.2). */
const PUBLIC_FEED = /^\/f\/([\da-f-]{36})\/?$/i;

const REDIRECTS = [301, 302, 303, 307, 308];
const PERMANENT_REDIRECTS = [301, 308];

const ENCODINGS = ['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br'];

const HEADERS = {
  'User-Agent': 'podcast-automation (RSS refetch)',
  Accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
};

/** Fetches feeds through the guarded client. It follows redirects, each checked like a request, within one deadline. */
@Injectable()
export class FeedClient {
  constructor(
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {}

  /** @throws FeedError */
  async fetch(url: string, { validators, onHop, isOurs }: FetchOptions): Promise<FetchedFeed> {
    const deadline = performance.now() + TIMEOUT_MS;
    let target = this.judged(url);
    let lastStatus: number | null = null;
    let movedTo: string | null = null;
    let isPermanent = true;
    for (let redirects = 0; ; redirects += 1) {
      const [, ours] = PUBLIC_FEED.exec(target.pathname) ?? [];
      if (ours !== undefined && (await isOurs?.(ours))) throw new FeedError('own_feed', { httpStatus: lastStatus });
      const held = target.href === validators.url ? validators : NO_VALIDATORS;
      const headers = { ...HEADERS, ...conditions(held) };
      const response = await this.ask(target, { headers, timeoutMs: deadline - performance.now() }, lastStatus);
      const { status } = response;
      const location = REDIRECTS.includes(status) ? response.headers.location : undefined;
      if (location === undefined) return { ...this.fetched(response, held), movedTo };
      response.discard();
      if (redirects === MAX_REDIRECTS) throw new FeedError('too_many_redirects', { httpStatus: status });
      if (!URL.canParse(location, target.href)) throw new FeedError('invalid_url', { httpStatus: status });
      const next = this.judged(new URL(location, target).href, status);
      if (next.hostname !== target.hostname) await onHop?.(next.hostname);
      isPermanent &&= PERMANENT_REDIRECTS.includes(status);
      if (isPermanent && next.href.length <= MAX_URL) movedTo = next.href;
      target = next;
      lastStatus = status;
    }
  }

  /** @param httpStatus of the response that named this URL */
  private judged(url: string, httpStatus: number | null = null): URL {
    const [bare = url] = url.split('#', 1); // a fragment is not sent; other readers of feeds accept one
    const judged = this.outbound.judge(bare, RULES);
    if (typeof judged === 'string') throw new FeedError(FAULTS[judged], { httpStatus });
    return judged;
  }

  /** @param lastStatus of the response that named this URL; it is reported if no response follows */
  private async ask(
    url: URL,
    options: Pick<OutboundRequest, 'headers' | 'timeoutMs'>,
    lastStatus: number | null,
  ): Promise<OutboundResponse> {
    try {
      return await this.outbound.request(url, { ...options, rules: RULES, decompress: true });
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause;
      throw new FeedError(FAILURES[cause.code], { httpStatus: lastStatus, detail: cause.code, cause });
    }
  }

  private fetched(response: OutboundResponse, { etag, lastModified }: Validators): Omit<FetchedFeed, 'movedTo'> {
    const { status: httpStatus, headers } = response;
    const contentType = headers['content-type'] ?? '';
    const url = response.url.href;
    const sent = { url, etag: short(headers.etag), lastModified: short(headers['last-modified']) };
    const validators = url.length <= MAX_URL ? sent : NO_VALIDATORS;
    const discard = () => response.discard();
    if (httpStatus === 304 && (etag !== null || lastModified !== null)) {
      discard();
      return { httpStatus, body: null, discard, contentType, validators, url };
    }
    if (httpStatus !== 200) {
      discard();
      throw new FeedError('http_error', { httpStatus, rest: restOf(response, this.clock.now()) });
    }
    if (!ENCODINGS.includes(headers['content-encoding']?.toLowerCase() ?? '')) {
      discard();
      throw new FeedError('not_a_feed', { httpStatus });
    }
    return { httpStatus, body: () => bodyOf(response), discard, contentType, validators, url };
  }
}

async function bodyOf(response: OutboundResponse): Promise<Uint8Array> {
  try {
    return await response.read(MAX_BYTES);
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    const code = cause.code === 'response_too_large' ? 'too_large' : FAILURES[cause.code];
    const detail = cause.isBadCompression ? 'bad_compression' : cause.code;
    throw new FeedError(code, { httpStatus: response.status, detail, cause });
  }
}

function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'If-None-Match': etag }),
    ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
  };
}

/** When an overloaded or resting host may be requested again: `Retry-After` of 429 and 503 (RFC 9110, 10.2.3). */
function restOf({ status, headers, url }: OutboundResponse, now: Date): Rest | null {
  const until = status === 429 || status === 503 ? retryAfter(headers['retry-after'], now) : null;
  return until && { host: url.hostname, until };
}

function short(value: string | undefined): string | null {
  return value !== undefined && value.length <= MAX_VALIDATOR ? value : null;
}

const FAULTS: Readonly<Record<UrlFault, FeedFailure>> = {
  invalid_url: 'invalid_url',
  https_required: 'invalid_url', // neither http nor https
  credentials_not_allowed: 'invalid_url',
  port_not_allowed: 'port_not_allowed',
  host_not_public: 'host_not_public',
};

const FAILURES: Readonly<Record<OutboundCode, FeedFailure>> = {
  address_refused: 'host_not_public',
  connect_timeout: 'timeout',
  timeout: 'timeout',
  dns_error: 'fetch_failed',
  connection_refused: 'fetch_failed',
  connection_reset: 'fetch_failed',
  tls_error: 'fetch_failed',
  response_too_large: 'fetch_failed', // its head
  bad_response: 'fetch_failed',
};
