import { INSUFFICIENT_PRIVILEGE, TLS_FAILED, isUnavailable } from './availability.js';
import { EnvError } from '@app/env';
import { codeOf } from '@app/process';

/**
 * The text for an error that an operator can mend: the configuration, a taken port, a database that is away or not
 * migrated. Undefined for anything else: that is a bug, and its stack tells more.
 */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof EnvError) return error.message;
  const code = codeOf(error);
  // Several addresses that all refuse are an AggregateError with an empty message.
  const why = error.message || code;
  if (code === 'EADDRINUSE') return `The port is taken: ${why}`;
  if (code !== undefined && REFUSED.test(code)) return `The database of DATABASE_URL refuses: ${why}`;
  if (code === INSUFFICIENT_PRIVILEGE) return `The database role lacks a right (docs/deployment.md, “Roles”): ${why}`;
  if (code !== undefined && TLS_FAILED.test(code)) {
    return `The TLS connection to the database of DATABASE_URL fails (docs/deployment.md, “TLS”): ${why}`;
  }
  if (isUnavailable(error)) return `The database of DATABASE_URL cannot be reached: ${why}`;
  if (code === UNDEFINED_TABLE) return `The database is not migrated (npm run -s admin -- migrate): ${why}`;
  return code === undefined ? undefined : why;
}

/** Authorization (class 28) and a database that does not exist (3D000). */
const REFUSED = /^(28...|3D000)$/;

const UNDEFINED_TABLE = '42P01';
