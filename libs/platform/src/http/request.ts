import { AsyncLocalStorage } from 'node:async_hooks';

declare module 'express-serve-static-core' {
  type Request = {
    /** Names the request in logs and in `X-Request-Id`. */
    id: string;
  };
}

/** What log lines of a request or a job carry. */
export type LogContext = { readonly request?: string; readonly job?: string };

export const logContext = new AsyncLocalStorage<LogContext>();
