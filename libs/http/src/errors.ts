export { AppError, MAX_ERRORS, STATUS, type ErrorCode, type ErrorDetail } from './app-error.js';
export {
  defineErrors,
  type AnyErrorTable,
  type ErrorDefinition,
  type ErrorFactory,
  type ErrorKind,
  type ErrorTable,
} from './define-errors.js';
export { explainAppError } from './explain-app-error.js';
export { httpErrors } from './http.errors.js';
