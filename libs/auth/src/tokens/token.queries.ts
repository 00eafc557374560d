import type { Caller } from '../caller.js';
import type { Permission } from '../permissions/permission.js';

export type TokenRow = {
  readonly hash: Buffer;
  readonly id: string;
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  readonly expires_at: Date | null;
  /** The log position that a replica must have replayed to show what the user has written; null if none is recorded. */
  readonly position?: number | null;
};

/**
 * Milliseconds for which the result of a look-up may be used to answer 429. `TokensService.revoke` waits for longer, so that requests
 * with the token are 401 once it has returned.
 */
export const LOOKUP_VALID_MS = 100;

/** Tokens that are not revoked, by the hashes `$1`. */
export const TOKENS_BY_HASH =
  'SELECT hash, id, user_id, permissions, expires_at FROM api_tokens WHERE hash = ANY($1::bytea[]) AND revoked_at IS NULL';

/** The same, with the position in the log that a replica must have replayed. */
export const TOKENS_AND_WRITES_BY_HASH = `
  SELECT hash, id, t.user_id, permissions, expires_at, w.position::float8 AS position
    FROM api_tokens t LEFT JOIN last_writes w ON w.user_id = t.user_id WHERE hash = ANY($1::bytea[]) AND revoked_at IS NULL`;

/** The holder of the token in a row; null if there is no row, or the token has expired. */
export function callerFrom(row: TokenRow | undefined, now: Date): Caller | null {
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return null;
  return { userId: row.user_id, tokenId: row.id, permissions: new Set(row.permissions) };
}
