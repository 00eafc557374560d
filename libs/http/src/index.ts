import './request.js'; // Express's request has an id
export { ApiErrors } from './openapi/api-errors.js';
export { JsonBytes, OptionalBody, TakesJsonBytes, TakesJsonMembers, TakesText, TextBody } from './bodies/body.interceptor.js';
export { originOf } from './origin.js';
export { ConditionalWrite, Precondition, ThePrecondition } from './conditional-write.js';
export { ConditionalGet, IsHeld, Tagged } from './conditional-get.js';
export { Produces, WantedType } from './media-types.js';
export { QueryFlag, QueryList } from './query-values.js';
export { DeletedEnvelope, Envelope, Page } from './envelopes.js';
export { Cursors, page, type PageMeta, PageQuery } from './paging.js';
