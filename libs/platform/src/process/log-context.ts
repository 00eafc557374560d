import { AsyncLocalStorage } from 'node:async_hooks';

/** What log lines of a request or a job carry. */
export type LogContext = { readonly request?: string; readonly job?: string };

export const logContext = new AsyncLocalStorage<LogContext>();
