import { AsyncLocalStorage } from 'node:async_hooks';

/** The present span, as W3C `traceparent`. Symbols are not logged. */
export const TRACEPARENT = Symbol('traceparent');

/**
 * Fields of the log lines of a request or a job. The user and the token are known once the caller is authenticated, and
 * the events once they are published.
 */
export type LogContext = {
  readonly request?: string;
  readonly job?: string;
  /** The trace, where requests are traced. */
  readonly trace?: string;
  readonly [TRACEPARENT]?: string;
  user?: string;
  token?: string;
  event?: string;
};

export const logContext = new AsyncLocalStorage<LogContext>();
