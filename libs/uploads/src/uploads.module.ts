import { join } from 'node:path';
import { Env } from '@app/platform';
import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { FormUploads } from './forms/form.uploads.js';
import { UploadLocks } from './locks/upload-locks.js';
import { DiskStorage } from './storage/disk.storage.js';
import { UPLOAD_STORAGE, type UploadStorage } from './storage/upload-storage.js';
import { StoredUploads } from './stored-uploads.js';
import { UploadSweep, uploadSweepJob } from './sweep/upload-sweep.js';
import { RecordedStore } from './tus/recorded.store.js';
import { TusController } from './tus/tus.controller.js';
import { TusEndpoint } from './tus/tus.endpoint.js';
import { nameVersion, overrideMethod } from './tus/tus.middleware.js';
import { UploadsEnv } from './uploads.env.js';
import { UploadsController } from './uploads.controller.js';
import { UploadMetrics } from './uploads.metrics.js';
import { UploadsQueries } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';

/** The client of S3 is large: it is loaded only where it is used. */
async function storage(env: Env, uploads: UploadsEnv): Promise<UploadStorage> {
  if (uploads.S3_BUCKET === undefined) return new DiskStorage(join(env.DATA_DIR, 'uploads'));
  const { S3Storage } = await import('./storage/s3.storage.js');
  return new S3Storage(uploads);
}

/** Rows and bytes without routes and jobs: what features that use uploads need. */
@Module({
  providers: [{ provide: UPLOAD_STORAGE, inject: [Env, UploadsEnv], useFactory: storage }, UploadLocks, UploadsQueries, UploadsService],
  exports: [UPLOAD_STORAGE, UploadLocks, UploadsQueries, UploadsService],
})
export class UploadsModule {}

@Module({
  imports: [UploadsModule],
  controllers: [TusController, UploadsController], // in this order: the first takes the requests that speak tus
  providers: [RecordedStore, StoredUploads, FormUploads, TusEndpoint, UploadMetrics],
})
export class UploadsApiModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(overrideMethod).forRoutes({ path: 'uploads/:upload', method: RequestMethod.POST });
    consumer.apply(nameVersion).forRoutes(TusController, UploadsController);
  }
}

@Module({ imports: [UploadsModule, ...uploadSweepJob.imports], providers: [UploadSweep, ...uploadSweepJob.providers] })
export class UploadsWorkerModule {}
