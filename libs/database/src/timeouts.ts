import type { DatabaseTimeouts } from './guarded-client.js';

/** A caller gets its answer within ten seconds, also when the database does not give one (contract 2.9). */
export const API_TIMEOUTS: DatabaseTimeouts = { connectMs: 4000, statementMs: 8000, lockMs: 5000, idleInTransactionMs: 60_000 };

/** Jobs work on many rows at once. What takes longer says so by `withStatementTimeout`. */
export const WORKER_TIMEOUTS: DatabaseTimeouts = { connectMs: 5000, statementMs: 30_000, lockMs: 15_000, idleInTransactionMs: 60_000 };

/** Migrations and commands, which an operator starts and waits for. */
export const OPERATOR_TIMEOUTS: DatabaseTimeouts = {
  connectMs: 5000,
  statementMs: 2 ** 31 - 1,
  lockMs: 2 ** 31 - 1,
  idleInTransactionMs: 2 ** 31 - 1,
};
