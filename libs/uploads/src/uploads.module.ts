import { join } from 'node:path';
import { Env } from '@app/platform';
import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CorsMiddleware } from './cors.middleware.js';
import { DiskStorage } from './disk.storage.js';
import { FormUploads } from './form.uploads.js';
import { overrideMethod } from './method-override.js';
import { UPLOAD_STORAGE, type UploadStorage } from './storage.js';
import { UploadSweep, UploadSweepProcessor, uploadSweepQueue, UploadSweepSchedule } from './sweep.js';
import { TusEndpoint } from './tus.endpoint.js';
import { UploadLocks } from './upload-locks.js';
import { UploadsEnv } from './uploads.env.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsQueries } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';

/** The client of S3 is large: it is loaded where it is used. */
async function storage(env: Env, uploads: UploadsEnv): Promise<UploadStorage> {
  if (uploads.S3_BUCKET === undefined) return new DiskStorage(join(env.DATA_DIR, 'uploads'));
  const { S3Storage } = await import('./s3.storage.js');
  return new S3Storage(uploads);
}

/** Rows and bytes without routes and jobs: what features that use uploads need. */
@Module({
  providers: [{ provide: UPLOAD_STORAGE, inject: [Env, UploadsEnv], useFactory: storage }, UploadLocks, UploadsQueries, UploadsService],
  exports: [UPLOAD_STORAGE, UploadLocks, UploadsQueries, UploadsService],
})
export class UploadStoreModule {}

@Module({ imports: [UploadStoreModule], controllers: [UploadsController], providers: [FormUploads, TusEndpoint] })
export class UploadsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(overrideMethod).forRoutes({ path: 'uploads/:upload', method: RequestMethod.POST });
    consumer.apply(CorsMiddleware).forRoutes(UploadsController);
  }
}

@Module({ imports: [UploadStoreModule, uploadSweepQueue], providers: [UploadSweep, UploadSweepSchedule, UploadSweepProcessor] })
export class UploadsWorkerModule {}
