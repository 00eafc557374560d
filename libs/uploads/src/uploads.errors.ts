import { type AppError, defineErrors, httpErrors } from '@app/http/errors';
import { MAX_UNFINISHED_UPLOADS, MAX_UNUSED_BYTES } from './intake/limits.js';

export const uploadErrors = defineErrors({
  upload_in_use: { kind: 'conflict', message: 'A video stock uses the upload.' },
  too_many_uploads: {
    kind: 'conflict',
    message: `You have ${MAX_UNFINISHED_UPLOADS} unfinished uploads, the most that are allowed. Finish or delete some of them.`,
  },
  storage_full: {
    kind: 'conflict',
    message: (of: { unused_bytes: number }) =>
      `Your uploads that no video stock uses have ${of.unused_bytes} bytes. With this file they would have more than ` +
      `${MAX_UNUSED_BYTES}. Delete some of them.`,
  },
  upload_not_found: { kind: 'invalid', message: 'There is no such upload.' },
  upload_not_completed: { kind: 'invalid', message: 'The upload is not complete.' },
  upload_already_used: { kind: 'conflict', message: 'Another video stock uses the upload.' },
  upload_expired: { kind: 'not_found', message: 'The upload has expired.', meaning: 'With tus (410): the upload has expired.' },
  upload_locked: { kind: 'conflict', message: 'Another request is at the upload.', meaning: 'With tus (423).' },
  offset_conflict: { kind: 'conflict', message: 'Upload-Offset is not how many bytes have arrived: ask with HEAD.', meaning: 'With tus.' },
  invalid_tus_request: { kind: 'invalid', message: 'The request is not one of tus 1.0.', meaning: 'With tus (400, 403, 501).' },
  unsupported_tus_version: { kind: 'invalid', message: 'Tus-Resumable is not supported.', meaning: 'With tus (412).' },
  invalid_multipart: { kind: 'invalid', message: 'The form is not complete or not well-formed.' },
  file_required: { kind: 'invalid', message: 'The form has no file in the field "file".' },
  empty_file: { kind: 'invalid', message: 'The file is empty.' },
});

/** 404, for a path that names no upload of the caller. */
export const noSuchUpload = (): AppError => httpErrors.not_found('There is no such upload.');
