import type { IncomingHttpHeaders } from 'node:http';
import { withDeadline } from '../concurrency/deadline.js';
import { Outbound, type OutboundRequest, type OutboundResponse } from '../outbound/outbound.js';
import { CalledOff, OutboundError } from '../outbound/outbound-error.js';

/** The answer of a destination: 200 with an empty body unless said otherwise. The names of headers are lower-case. */
export type ScriptedAnswer = {
  readonly status?: number;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: string | Uint8Array;
};

/** Answers a request. An answer that never comes is a time-out, and an OutboundError that it throws is what happens. */
export type Script = (url: URL, request: OutboundRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/**
 * Destinations without a network, for tests of what is done with their answers. It judges no URL and no name: tests of
 * that are with the guarded client (apps/worker/src/outbound).
 */
export class ScriptedOutbound extends Outbound {
  constructor(public answer: Script = () => ({})) {
    super();
  }

  override judge(raw: string): URL {
    return new URL(raw);
  }

  override async check(): Promise<void> {
    // every name has a public address
  }

  override async request(url: URL, request: OutboundRequest): Promise<OutboundResponse> {
    if (request.confirm && !(await request.confirm())) throw new CalledOff();
    const late = () => new OutboundError('timeout');
    const {
      status = 200,
      headers = {},
      body = '',
    } = await withDeadline(async () => this.answer(url, request), { ms: request.timeoutMs, late });
    const bytes = Buffer.from(body);
    const read = (limit: number) =>
      bytes.length > limit ? Promise.reject(new OutboundError('response_too_large')) : Promise.resolve(bytes);
    return { status, headers, url, read, discard: () => undefined };
  }
}
