import { AsyncLocalStorage } from 'node:async_hooks';

/** The statement timeout of the current work in milliseconds, if it differs from that of the process. */
export const statementTimeoutMs = new AsyncLocalStorage<number>();

/** Runs work with a statement timeout of its own. */
export function withStatementTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return statementTimeoutMs.run(ms, work);
}
