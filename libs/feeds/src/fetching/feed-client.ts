import {
  judgeUrl,
  Outbound,
  OutboundError,
  type OutboundCode,
  type OutboundRequest,
  type OutboundResponse,
  type UrlFault,
  type UrlRules,
} from '@app/outbound';
import { Injectable } from '@nestjs/common';
import { FeedError, type FeedFailure } from '../feed-error.js';

/** What a server knows a version of a feed by; sent back, so that it answers 304 while nothing has changed (RFC 9110, 13). */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

export type FetchedFeed = {
  readonly httpStatus: number;
  /** null: not modified. */
  readonly bytes: Uint8Array | null;
  readonly contentType: string;
  readonly validators: Validators;
  /** What answered, after redirects. */
  readonly url: string;
};

/** http and https, at their own ports. */
const RULES: UrlRules = { ports: { 'http:': [80], 'https:': [443] } };

const MOST_REDIRECTS = 5;

/** Milliseconds for everything together, and bytes after decompression. */
const DEADLINE_MS = 30_000;
const MOST_BYTES = 20_000_000;

/** Characters of a validator that is kept. */
const MOST_VALIDATOR = 1024;

const HEADERS = {
  'User-Agent': 'podcast-automation (RSS refetch)',
  Accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
};

/** Fetches feeds through the guarded client. Redirects are followed here, each judged like a first request, within one deadline. */
@Injectable()
export class FeedClient {
  constructor(private readonly outbound: Outbound) {}

  /** @throws FeedError */
  async fetch(url: string, { etag, lastModified }: Validators): Promise<FetchedFeed> {
    const deadline = performance.now() + DEADLINE_MS;
    const headers = {
      ...HEADERS,
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    };
    let target = this.judged(url);
    let lastStatus: number | null = null;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.ask(target, { headers, timeoutMs: deadline - performance.now() }, lastStatus);
      const { status } = response;
      const location = [301, 302, 303, 307, 308].includes(status) ? response.headers.location : undefined;
      if (location === undefined) return this.read(response, etag !== null || lastModified !== null);
      response.discard();
      if (redirects === MOST_REDIRECTS) throw new FeedError('too_many_redirects', { httpStatus: status });
      if (!URL.canParse(location, target.href)) throw new FeedError('invalid_url', { httpStatus: status });
      target = this.judged(new URL(location, target).href, status);
      lastStatus = status;
    }
  }

  /** @param httpStatus of the answer that has led there */
  private judged(url: string, httpStatus: number | null = null): URL {
    const [bare = url] = url.split('#', 1); // a fragment is not sent, and other readers of feeds let it pass
    const judged = judgeUrl(bare, RULES, this.outbound.exempt);
    if (typeof judged === 'string') throw new FeedError(FAULTS[judged], { httpStatus });
    return judged;
  }

  /** @param lastStatus of the answer that has led there: it stays the last one when none comes */
  private async ask(
    url: URL,
    options: Pick<OutboundRequest, 'headers' | 'timeoutMs'>,
    lastStatus: number | null,
  ): Promise<OutboundResponse> {
    try {
      return await this.outbound.request(url, { ...options, rules: RULES, decompress: true });
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause;
      throw new FeedError(FAILURES[cause.code], { httpStatus: lastStatus, cause });
    }
  }

  private async read(response: OutboundResponse, conditional: boolean): Promise<FetchedFeed> {
    const { status: httpStatus, headers } = response;
    const contentType = headers['content-type'] ?? '';
    const validators = { etag: short(headers.etag), lastModified: short(headers['last-modified']) };
    const url = response.url.href;
    if (httpStatus === 304 && conditional) {
      response.discard();
      return { httpStatus, bytes: null, contentType, validators, url };
    }
    if (httpStatus !== 200) {
      response.discard();
      throw new FeedError('http_error', { httpStatus });
    }
    try {
      return { httpStatus, bytes: await response.read(MOST_BYTES), contentType, validators, url };
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause;
      throw new FeedError(cause.code === 'response_too_large' ? 'too_large' : FAILURES[cause.code], { httpStatus, cause });
    }
  }
}

function short(value: string | undefined): string | null {
  return value !== undefined && value.length <= MOST_VALIDATOR ? value : null;
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
