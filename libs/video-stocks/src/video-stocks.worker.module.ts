import { UploadsModule } from '@app/uploads';
import { Module } from '@nestjs/common';
import { probeJob } from './probing/probe.job.js';
import { ProbeQueries } from './probing/probe.queries.js';
import { Prober } from './probing/prober.js';
import { VideoStocksModule } from './video-stocks.module.js';

@Module({
  imports: [VideoStocksModule, UploadsModule, ...probeJob.imports],
  providers: [Prober, ProbeQueries, ...probeJob.providers],
})
export class VideoStocksWorkerModule {}
