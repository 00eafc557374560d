import { AsyncLocalStorage } from 'node:async_hooks';

declare global {
  // Express's own way of adding to its request.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only interfaces merge
    interface Request {
      /** Names the request in logs and in `X-Request-Id`. */
      id: string;
    }
  }
}

/** What log lines of a request or a job carry. */
export type LogContext = { readonly request?: string; readonly job?: string };

export const logContext = new AsyncLocalStorage<LogContext>();
