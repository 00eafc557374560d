import type { IncomingHttpHeaders } from 'node:http';

/** Why a URL is no place to send to (contract 6.2). */
export type UrlFault = 'invalid_url' | 'https_required' | 'port_not_allowed' | 'credentials_not_allowed' | 'host_not_public';

/** The rules for a URL. `ports`: the allowed ones by scheme (with its colon). */
export type UrlRules = { readonly ports: Readonly<Record<string, readonly number[]>> };

export type OutboundRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Milliseconds for everything together: look-up, connecting, head and body. */
  readonly timeoutMs: number;
  /** Which URLs are allowed. Only HTTPS on port 443 by default. */
  readonly rules?: UrlRules;
  /** Keeps the connection for as long as its server promises it: further requests are likely. */
  readonly keepConnection?: boolean;
  /** Accepts a compressed body and inflates it; limits count inflated bytes. */
  readonly decompress?: boolean;
  /**
   * Asked first, and again when the connection is ready, right before the first byte of the request leaves: the request
   * may have lost its reason meanwhile. `false` calls it off.
   */
  readonly confirm?: () => boolean | Promise<boolean>;
};

/** The head of a response. Until its body is read or discarded, it holds a connection. */
export type OutboundResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The URL that answered. */
  readonly url: URL;
  /**
   * The body.
   * @throws OutboundError `response_too_large` above `limit`, `timeout`, `connection_reset`, `bad_response`
   */
  read(limit: number): Promise<Buffer>;
  /** Lets a short body end, so that the connection can be used again; closes the connection of a long one. */
  discard(): void;
};

/**
 * The only way out of the process, as features see it. A process that sends imports `OutboundModule` of
 * `@app/outbound`, the guarded client; one that does not imports `NoOutboundModule`; one with neither does not start
 * (docs/adr/0012).
 */
export abstract class Outbound {
  /**
   * Judges a URL without looking its name up.
   * @param rules only HTTPS on port 443 by default
   * @returns the URL as it is to be stored and sent to, or why not
   */
  abstract judge(raw: string, rules?: UrlRules): URL | UrlFault;

  /**
   * Looks up the name of a judged URL, without asking anything of the destination.
   * @throws OutboundError `address_refused`, `dns_error`
   */
  abstract check(url: URL, budgetMs: number): Promise<void>;

  /**
   * Judges the URL and sends the request to it. Redirects are not followed.
   * @throws OutboundError when no response head arrives; CalledOff
   */
  abstract request(url: URL, options: OutboundRequest): Promise<OutboundResponse>;
}
