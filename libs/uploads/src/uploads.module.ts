import { join } from 'node:path';
import { Env } from '@app/env';
import { Module } from '@nestjs/common';
import { UploadLocks } from './locks/upload-locks.js';
import { DiskStorage } from './storage/disk.storage.js';
import { UPLOAD_STORAGE, type UploadStorage } from './storage/upload-storage.js';
import { UploadsEnv } from './uploads.env.js';
import { UploadsQueries } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';
import { UserUploads } from './user-uploads.js';

/** The client of S3 is large: it is loaded only where it is used. */
async function storage(env: Env, uploads: UploadsEnv): Promise<UploadStorage> {
  if (uploads.S3_BUCKET === undefined) return new DiskStorage(join(env.DATA_DIR, 'uploads'));
  const { S3Storage } = await import('./storage/s3.storage.js');
  return new S3Storage(uploads);
}

/** Rows and bytes without routes and jobs: what features that use uploads need. */
@Module({
  providers: [
    { provide: UPLOAD_STORAGE, inject: [Env, UploadsEnv], useFactory: storage },
    UploadLocks,
    UploadsQueries,
    UploadsService,
    UserUploads,
  ],
  exports: [UPLOAD_STORAGE, UploadLocks, UploadsQueries, UploadsService, UserUploads],
})
export class UploadsModule {}
