import { Module } from '@nestjs/common';
import { UploadSweep, uploadSweepJob } from './sweep/upload-sweep.js';
import { UploadsModule } from './uploads.module.js';

@Module({ imports: [UploadsModule, ...uploadSweepJob.imports], providers: [UploadSweep, ...uploadSweepJob.providers] })
export class UploadsWorkerModule {}
