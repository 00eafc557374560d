import { AsyncLocalStorage } from 'node:async_hooks';

/** What log lines of a request or a job carry. The user and the token are known once the caller is authenticated. */
export type LogContext = { readonly request?: string; readonly job?: string; user?: string; token?: string };

export const logContext = new AsyncLocalStorage<LogContext>();
