import { defineErrors } from './define-errors.js';

/** Codes that any route can answer with. Features declare their own in `*.errors.ts`. */
export const httpErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'There is nothing at this address.' },
  conflict: { kind: 'conflict', message: 'The present state refuses the request.' },
  precondition_failed: {
    kind: 'condition_failed',
    message: 'Another version is there than If-Match or If-None-Match asks for. Read it again, then decide.',
  },
  range_not_satisfiable: {
    kind: 'range_refused',
    message: ({ size }: { size: number }) => `The range begins after the end of the file, which has ${size} bytes.`,
  },
  unavailable: { kind: 'unavailable', message: 'The service is not available at the moment.' },
  rate_limited: { kind: 'rate_limited', message: 'Too many requests.' },
  invalid_request: { kind: 'invalid', message: 'This is not an HTTP request that can be understood.' },
  required: { kind: 'invalid', message: ({ name }: { name: string }) => `${name} is missing.` },
  invalid: { kind: 'invalid', message: 'The value has a wrong type or is not allowed.' },
  offset_required: { kind: 'invalid', message: 'The date-time must state its offset.' },
  unknown_field: { kind: 'invalid', message: 'There is no such field.' },
  unknown_parameter: { kind: 'invalid', message: 'There is no such parameter.' },
  invalid_json: { kind: 'invalid', message: 'The body is not valid JSON.' },
  unsupported_media_type: {
    kind: 'invalid',
    message: 'The body must be sent as Content-Type: application/json, in UTF-8 and not compressed.',
  },
  not_acceptable: {
    kind: 'invalid',
    message: ({ accepted }: { accepted: readonly string[] }) =>
      `Accept names none of the media types of this address: ${accepted.join(', ')}.`,
  },
  too_large: { kind: 'invalid', message: ({ limit }: { limit: number }) => `The body is larger than ${limit} bytes.` },
  too_many_fields: {
    kind: 'invalid',
    message: ({ limit }: { limit: number }) => `The body has more than ${limit} members of objects and elements of arrays.`,
  },
  too_slow: { kind: 'invalid', message: 'The body arrived too slowly.' },
  invalid_cursor: { kind: 'invalid', message: 'The cursor is not one of this list.' },
});
