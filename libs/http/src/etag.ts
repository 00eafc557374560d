import type { IncomingMessage } from 'node:http';

/** Whether the caller holds what this strong ETag names: `If-None-Match` is a list, compared weakly, or `*` (RFC 9110, 13.1.2). */
export function isHeld({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const held = headers['if-none-match'];
  return held?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false;
}
