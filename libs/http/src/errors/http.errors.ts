import { defineErrors } from './define-errors.js';

/** Codes that any route can answer with. Features declare their own in `*.errors.ts`. */
export const httpErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'There is nothing at this address.' },
  conflict: { kind: 'conflict', message: 'The present state refuses the request.' },
  unavailable: { kind: 'unavailable', message: 'The service is not available at the moment.' },
  rate_limited: { kind: 'rate_limited', message: 'Too many requests.' },
  invalid_request: { kind: 'invalid', message: 'This is not an HTTP request that can be understood.' },
  required: { kind: 'invalid', message: ({ name }: { name: string }) => `${name} is missing.` },
  invalid: { kind: 'invalid', message: 'The value has a wrong type or is not allowed.' },
  unknown_field: { kind: 'invalid', message: 'There is no such field.' },
  unknown_parameter: { kind: 'invalid', message: 'There is no such parameter.' },
  invalid_json: { kind: 'invalid', message: 'The body is not valid JSON.' },
  unsupported_media_type: {
    kind: 'invalid',
    message: 'The body must be sent as Content-Type: application/json, in UTF-8 and not compressed.',
  },
  too_large: { kind: 'invalid', message: ({ limit }: { limit: number }) => `The body is larger than ${limit} bytes.` },
  too_many_fields: {
    kind: 'invalid',
    message: ({ limit }: { limit: number }) => `The body has more than ${limit} members of objects and elements of arrays.`,
  },
  too_slow: { kind: 'invalid', message: 'The body arrived too slowly.' },
  invalid_cursor: { kind: 'invalid', message: 'The cursor is not one of this list.' },
});
