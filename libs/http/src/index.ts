export { ApiErrors, ApiPublicErrors, ErrorResponse, listSchema } from './openapi/api-errors.js';
export { AppError, invalid, MAX_ERRORS, STATUS, type ErrorDetail } from './app-error.js';
export { JsonBytes, OptionalBody, TakesJsonBytes, TakesJsonMembers } from './body.interceptor.js';
export { cutShort, freeBytes, parseJson, tellToGoOn } from './body.js';
export { answerPreflight } from './cors.js';
export {
  defineErrors,
  type AnyErrorTable,
  type ErrorDefinition,
  type ErrorFactory,
  type ErrorKind,
  type ErrorTable,
} from './define-errors.js';
export { answerTo, ErrorFilter } from './error.filter.js';
export { httpErrors } from './http.errors.js';
export { ConditionalGet, IsHeld, Tagged } from './conditional-get.js';
export { explainAppError } from './explain-app-error.js';
export type { DocumentParts, ErrorExample } from './openapi/complete-document.js';
export { createDocument, serveDocument } from './openapi/document.js';
export { JsonAdapter } from './json.adapter.js';
export { Cursors, page, PageMeta, PageQuery } from './paging.js';
export { answerFirst, API_HEADERS, API_PREFIX, initialize, requestIdOf, useConventions, type FirstAnswer } from './server.js';
export { checkWire, WirePipe } from './wire.pipe.js';
