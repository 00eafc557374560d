import { readRetryAfter } from './errors.js';

/** How a client repeats requests that the API could not take at the moment. */
export type RetryOptions = {
  /** Times that a request is repeated; default 5. 0 turns repeating off. */
  readonly retries?: number;
  /** Longest time in seconds that one request waits over all its repetitions; default 120. */
  readonly maxWaitSeconds?: number;
  /** Told before each wait. */
  readonly onWait?: (wait: { readonly seconds: number; readonly status: number; readonly attempt: number }) => void;
};

type Fetch = (request: Request) => Promise<Response>;

/** Methods that a repetition cannot make happen twice. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * A `fetch` that waits and repeats after 429, and after 503 where the method is idempotent. Each wait is at least
 * `Retry-After` and at least twice the wait before it (contract 2.8).
 */
export function retrying(fetch: Fetch, { retries = 5, maxWaitSeconds = 120, onWait }: RetryOptions = {}): Fetch {
  return async (request) => {
    let waited = 0;
    let previous = 0.5;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt > retries;
      // A body can be sent once, so each attempt but the last sends a copy.
      const response = await fetch(isLast ? request : request.clone());
      if (isLast || !isWorthRepeating(request.method, response.status)) return response;
      const seconds = Math.max(readRetryAfter(response.headers.get('Retry-After')) ?? 0, previous * 2);
      if (waited + seconds > maxWaitSeconds) return response;
      await response.body?.cancel();
      onWait?.({ seconds, status: response.status, attempt });
      await sleep(seconds * 1000, request.signal);
      waited += seconds;
      previous = seconds;
    }
  };
}

function isWorthRepeating(method: string, status: number): boolean {
  return status === 429 || (status === 503 && REPEATABLE.has(method));
}

/** Resolves after a time; rejects with the signal's reason when it is aborted first. */
export function sleep(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
