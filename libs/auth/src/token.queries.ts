import type { Caller } from './caller.js';
import type { Permission } from './permission.js';

export type TokenRow = {
  readonly hash: Buffer;
  readonly id: string;
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  readonly expires_at: Date | null;
};

/** Tokens that are not revoked, by the hashes `$1`. */
export const TOKENS_BY_HASH =
  'SELECT hash, id, user_id, permissions, expires_at FROM api_tokens WHERE hash = ANY($1::bytea[]) AND revoked_at IS NULL';

/** Who holds the token of a row; null when there is none, or the token has expired. */
export function callerFrom(row: TokenRow | undefined, now: Date): Caller | null {
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return null;
  return { userId: row.user_id, tokenId: row.id, permissions: new Set(row.permissions) };
}
