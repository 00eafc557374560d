import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { FormUploads } from './forms/form.uploads.js';
import { StoredUploads } from './stored-uploads.js';
import { RecordedStore } from './tus/recorded.store.js';
import { TusController } from './tus/tus.controller.js';
import { TusEndpoint } from './tus/tus.endpoint.js';
import { nameVersion, overrideMethod } from './tus/tus.middleware.js';
import { UploadsController } from './uploads.controller.js';
import { UploadMetrics } from './uploads.metrics.js';
import { UploadsModule } from './uploads.module.js';

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
