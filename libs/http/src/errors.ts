export { AppError, STATUS, type ErrorCode, type ErrorDetail } from './errors/app-error.js';
export { defineErrors, type ErrorDefinition, type ErrorFactory, type ErrorTable } from './errors/define-errors.js';
export { explainAppError } from './errors/explain-app-error.js';
export { httpErrors } from './errors/http.errors.js';
