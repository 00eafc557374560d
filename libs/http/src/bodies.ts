/** Reads and judges what need not have come over HTTP, such as a file of the operator's command line (ADR 0070). */
export { cutShort, freeBytes, MIN_BYTES_PER_SECOND, parseJson, tellToGoOn } from './bodies/body.js';
export { readJson } from './bodies/read-json.js';
export { REQUEST_MEMORY } from './bodies/request-memory.js';
export { validateRequest, withCode } from './request-validation.pipe.js';
