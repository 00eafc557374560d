export { createClient, type Answer, type Client, type ClientOptions, type ItemOf, type ListPath } from './client.js';
export { ApiError, type ErrorCode, type ErrorDetail } from './errors.js';
export type { RetryOptions } from './retry.js';
export type { components, operations, paths } from './schema.js';
export type { UntilOptions } from './until.js';
export type { Upload, UploadOptions } from './upload.js';
export { webhooks, WebhookSignatureError, type SignatureFault, type VerifyOptions, type WebhookEvent } from './webhooks.js';
