import { codeOf } from '@app/process';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** A server does not answer, or an answer did not come in time. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** SQLSTATE: connection failure. */
  readonly code = '08006';
}

/** An error of a connection that was not established: whatever its reason or code, the database is unavailable. */
export function asUnavailable(cause: unknown): unknown {
  if (isUnavailable(cause)) return cause;
  const why = cause instanceof Error ? `: ${cause.message}` : '.';
  return new DatabaseUnavailableError(`No connection to the database could be established${why}`, { cause });
}

/** SQLSTATE of a write in a read-only transaction: a standby, or a database that an operator has made read-only. */
export const READ_ONLY = '25006';

/** SQLSTATE: there is no room on the disk. */
export const DISK_FULL = '53100';

/** SQLSTATE: the role lacks a right. */
export const INSUFFICIENT_PRIVILEGE = '42501';

/** Node's and OpenSSL's codes: a certificate is not accepted, or the handshake fails, until an operator mends it. */
export const TLS_FAILED = new RegExp(
  `^(?:${[
    'CERT_[A-Z_]+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|UNABLE_TO_(?:GET|VERIFY|DECRYPT)_[A-Z_]+',
    'HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_TLS_[A-Z_]+|ERR_SSL_[A-Z0-9_]+|EPROTO',
  ].join('|')})$`,
);

const UNAVAILABLE = new RegExp(
  `^(?:${[
    // Codes of Node: no server answers, or it is too busy.
    'ETOOBUSY|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH',
    '08...', // connection exception
    READ_ONLY,
    '25P0[34]', // a transaction was idle, or lasted, for too long
    '28...|3D000', // the role or the database is refused
    '40001|40P01', // serialization failure, deadlock
    INSUFFICIENT_PRIVILEGE, // the role lacks a right, until an operator grants it
    '53...', // insufficient resources: disk full, out of memory, too many connections
    '55P03', // a lock is not available in time
    '57014', // cancelled, also by statement_timeout
    '57P0[1-5]', // shut down, starting up, dropped, idle for too long
    '58030', // input or output failed
  ].join('|')})$`,
);

/**
 * Whether a server that this process uses is unavailable, too busy, read-only or in recovery, by Node's and
 * PostgreSQL's codes (contract 2.9). The same request may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  if (UNAVAILABLE.test(code) || TLS_FAILED.test(code)) return true;
  // A transaction whose connection was lost between two statements ends with one of these.
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
