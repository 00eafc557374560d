import { defineErrors } from '@app/http/errors';
import type { Permission } from './tokens/api-token.entity.js';

export const authErrors = defineErrors({
  token_missing: { kind: 'not_authenticated', message: 'An API token is required: Authorization: Bearer <token>.' },
  token_invalid: { kind: 'not_authenticated', message: 'The token is malformed, unknown, expired or revoked.' },
  permission_missing: {
    kind: 'not_permitted',
    message: ({ required }: { required: Permission }) => `This needs a token with the permission "${required}".`,
  },
});
