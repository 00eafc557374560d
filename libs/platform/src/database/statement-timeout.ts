import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds that the statements of the present work may take, where they differ from the process's own. */
export const statementTimeoutMs = new AsyncLocalStorage<number>();

/** Lets the statements of some work take longer, or less long, than those of the process usually may. */
export function withStatementTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return statementTimeoutMs.run(ms, work);
}
