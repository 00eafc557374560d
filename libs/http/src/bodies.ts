/** Reads and judges what need not have come over HTTP, such as a file of the operator's command line (ADR 0070). */
export { freeBytes, parseJson } from './bodies/body.js';
export { validateRequest, withCode } from './request-validation.pipe.js';
