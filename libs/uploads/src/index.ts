export { uploadsPersistence } from './persistence.js';
export { UPLOAD_STORAGE, type UploadStorage } from './storage/upload-storage.js';
export { uploadProtocols } from './tus/tus-protocol.js';
export { uploadErrors } from './uploads.errors.js';
export { UploadsModule } from './uploads.module.js';
export { UserUploads, type UserFile } from './user-uploads.js';
export { UploadsService } from './uploads.service.js';
