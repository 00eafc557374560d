import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerTo, API_HEADERS, API_PREFIX, requestIdOf } from '@app/http';
import { Health, LOG, Metrics, SparseLog } from '@app/process';
import { RateLimitEnv, RememberedWindows, rateLimited, rateLimitHeaders, secondsUntilFree } from '@app/rate-limit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { USER_WINDOW_SECONDS, userWindow } from './rate-limit.guard.js';
import { TokenLookups, type LastHolder } from '../tokens/token-lookups.queries.js';

const PREFIX = `/${API_PREFIX}/`;

const { status: STATUS, body: BODY } = answerTo(rateLimited({ freesInMs: 0 }));
const TEXT = JSON.stringify(BODY);

/** Headers that all of these answers have, in the form of `writeHead`. */
const FIXED_HEADERS = Object.entries({
  ...API_HEADERS,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(TEXT)),
}).flat();

/**
 * Refuses requests of users whose window is known to be full, before Express and from memory only. The answer is that of the guards;
 * requests that cannot be judged from memory are passed on to them (ADR 0004). Refusals are counted, and one a second is logged.
 */
@Injectable()
export class FirstRefusals {
  private readonly lines = new SparseLog();

  constructor(
    private readonly lookups: TokenLookups,
    private readonly windows: RememberedWindows,
    private readonly env: RateLimitEnv,
    private readonly health: Health,
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @returns whether the request was answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.health.isStopping || !request.url?.startsWith(PREFIX) || isAnsweredOtherwise(request)) return false;
    const holder = this.lookups.recentHolder(request.headers.authorization);
    const refusal = holder && this.windows.refusal(userWindow(holder.userId));
    if (!refusal) return false;
    const began = performance.now();
    const id = requestIdOf(request);
    const seconds = secondsUntilFree(refusal);
    const limit = { limit: this.env.RATE_LIMIT_PER_MINUTE, windowSeconds: USER_WINDOW_SECONDS, remaining: 0, resetSeconds: seconds };
    const varying = ['X-Request-Id', id, 'Retry-After', String(seconds), ...rateLimitHeaders(limit).flat()];
    response.writeHead(STATUS, [...varying, ...FIXED_HEADERS]).end(TEXT, 'latin1'); // it is ASCII
    this.note(request, { id, holder, ms: performance.now() - began });
    return true;
  }

  private note({ method = '', url = '' }: IncomingMessage, of: { id: string; holder: LastHolder; ms: number }): void {
    this.metrics.requests.observe({ method, route: 'none', status: STATUS }, of.ms / 1000);
    const { userId: user, tokenId: token } = of.holder;
    this.lines.line((leftOut) => {
      const path = url.split('?', 1)[0]?.slice(0, 200);
      this.log.info({ request: of.id, user, token, method, path, status: STATUS, ms: of.ms, finished: true, ...leftOut }, 'request');
    });
  }
}

/** Left to the guards: preflights need no token, tus has headers of its own, and the rest of a body has to be read. */
function isAnsweredOtherwise({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method === 'OPTIONS' || headers['tus-resumable'] !== undefined) return true;
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
