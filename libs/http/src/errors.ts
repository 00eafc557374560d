export { AppError, type ErrorCode, type ErrorDetail } from './app-error.js';
export { defineErrors, type ErrorDefinition, type ErrorFactory, type ErrorTable } from './define-errors.js';
export { explainAppError } from './explain-app-error.js';
export { httpErrors } from './http.errors.js';
