import type { Caller } from './caller.js';
import type { Permission } from './permission.js';

export type TokenRow = {
  readonly hash: Buffer;
  readonly id: string;
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  readonly expires_at: Date | null;
  /** Up to where a replica must have come to show what the user has written; null when nothing is known of that. */
  readonly position?: number | null;
};

/**
 * Milliseconds for which a look-up of a token is good enough to refuse its holder for the rate. Whoever revokes a token waits as long
 * (`TokensService.revoke`): from then on its requests are 401.
 */
export const LOOKUP_VALID_MS = 100;

/** Tokens that are not revoked, by the hashes `$1`. */
export const TOKENS_BY_HASH =
  'SELECT hash, id, user_id, permissions, expires_at FROM api_tokens WHERE hash = ANY($1::bytea[]) AND revoked_at IS NULL';

/** The same, with what reads from a replica must show. */
export const TOKENS_AND_WRITES_BY_HASH = `
  SELECT hash, id, t.user_id, permissions, expires_at, w.position::float8 AS position
    FROM api_tokens t LEFT JOIN last_writes w ON w.user_id = t.user_id WHERE hash = ANY($1::bytea[]) AND revoked_at IS NULL`;

/** Who holds the token of a row; null when there is none, or the token has expired. */
export function callerFrom(row: TokenRow | undefined, now: Date): Caller | null {
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return null;
  return { userId: row.user_id, tokenId: row.id, permissions: new Set(row.permissions) };
}
