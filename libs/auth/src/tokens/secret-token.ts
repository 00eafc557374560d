import { createHash, randomBytes } from 'node:crypto';

/** `pat_` and 43 base64url characters: 256 random bits (contract 3.1). */
const SHAPE = /^pat_[A-Za-z0-9_-]{43}$/;

export function makeToken(): string {
  return `pat_${randomBytes(32).toString('base64url')}`;
}

/** The SHA-256 hash, which is stored and looked up. A token has 256 random bits and needs no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether a string has the form of a token. Others are refused without a look-up. */
export function isTokenShaped(text: string): boolean {
  return SHAPE.test(text);
}

/** The token of an `Authorization` header; undefined when there is none (RFC 6750, 2.1). */
export function bearerToken(authorization = ''): string | undefined {
  return /^bearer +([^\s,]{1,1000})$/i.exec(authorization)?.[1];
}
