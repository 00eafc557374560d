export { ApiErrors, ApiPublicErrors, ErrorResponse } from './openapi/api-errors.js';
export { JsonBytes, OptionalBody, TakesJsonBytes, TakesJsonMembers } from './body.interceptor.js';
export { cutShort, freeBytes, MIN_BYTES_PER_SECOND, parseJson, tellToGoOn } from './body.js';
export { answerPreflight } from './cors.js';
export { answerTo, ErrorFilter } from './error.filter.js';
export {
  AppError,
  defineErrors,
  httpErrors,
  STATUS,
  type AnyErrorTable,
  type ErrorCode,
  type ErrorDefinition,
  type ErrorDetail,
  type ErrorFactory,
  type ErrorKind,
  type ErrorTable,
} from './errors.js';
export { ConditionalGet, IsHeld, Tagged } from './conditional-get.js';
export { explainAppError } from './explain-app-error.js';
export { PERMISSION_KEY, type DocumentParts, type RefusedOperation } from './openapi/complete-document.js';
export { serveDocument } from './openapi/document.js';
export { JsonAdapter } from './json.adapter.js';
export { Cursors, page, PageMeta, PageQuery } from './paging.js';
export { validateRequest, withCode } from './request-validation.pipe.js';
export { answerFirst, API_HEADERS, API_PREFIX, initialize, requestIdOf, useConventions, type FirstAnswer } from './server.js';
