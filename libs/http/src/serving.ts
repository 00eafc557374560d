/** The server of the api process and its document, and the parts that answer before a route or in its place. */
export { ApiNotModified, isHeld } from './conditional-get.js';
export { allowAnyOrigin, allowAsked, answerPreflight } from './cors.js';
export { answerTo, ErrorFilter } from './errors/error.filter.js';
export { PERMISSION_KEY, type DocumentParts } from './openapi/complete-document.js';
export { failure } from './openapi/api-errors.js';
export { createDocument, serveDocument } from './openapi/document.js';
export { initialize, prefixRoutes, useConventions } from './server.js';
export { servePages, unknownAddress } from './unknown-address.js';
