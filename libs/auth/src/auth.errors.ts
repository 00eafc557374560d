import { defineErrors } from '@app/http/errors';
import type { Permission } from './tokens/api-token.entity.js';

export const authErrors = defineErrors({
  token_missing: { kind: 'not_authenticated', message: 'An API token is required: Authorization: Bearer <token>.' },
  token_invalid: { kind: 'not_authenticated', message: 'The token is malformed, unknown, expired or revoked.' },
  permission_not_held: {
    kind: 'invalid',
    message: ({ permission }: { permission: string }) => `The token of the request has no permission "${permission}" to pass on.`,
  },
  expires_too_late: {
    kind: 'invalid',
    message: ({ expires_at }: { expires_at: string }) => `A token ends with the one that makes it at the latest, at ${expires_at}.`,
  },
  too_many_tokens: {
    kind: 'conflict',
    message: ({ limit }: { limit: number }) => `A user has at most ${limit} tokens. End one first.`,
  },
  permission_missing: {
    kind: 'not_permitted',
    message: ({ required }: { required: Permission }) => `This needs a token with the permission "${required}".`,
  },
});
