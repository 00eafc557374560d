import { OutboxModule } from '@app/outbox';
import { whenWoken } from '@app/jobs';
import { DISPATCH_QUEUE, dispatchWakeUp } from '@app/outbox';
import { Module } from '@nestjs/common';
import { DeliveryMetrics } from './deliveries/delivery.metrics.js';
import { retentionJob } from './deliveries/retention.js';
import { Replayer } from './deliveries/replayer.js';
import { FailingDestinations, failingJob } from './endpoints/failing.job.js';
import { ClaimsQueries } from './dispatch/claims.queries.js';
import { OpenRange } from './dispatch/open-range.queries.js';
import { ClockQueries } from './dispatch/clock.queries.js';
import { Attempts, Dispatcher } from './dispatch/dispatcher.js';
import { DatabaseOutage, Recorder, Verifications } from './dispatch/recorder.js';
import { Sender } from './dispatch/sender.js';
import { SweepQueries } from './dispatch/sweep.queries.js';
import { Sweep, Sweeper } from './dispatch/sweeper.js';
import { WebhooksModule } from './webhooks.module.js';

/** The dispatcher claims what is due every second; a wake-up makes it claim at once. */
const dispatcherWakes = whenWoken({ queue: DISPATCH_QUEUE, inject: Dispatcher, wake: (dispatcher) => dispatcher.wake(), concurrency: 8 });

@Module({
  imports: [OutboxModule, WebhooksModule, ...dispatchWakeUp.imports, ...failingJob.imports, ...retentionJob.imports],
  providers: [
    ...[
      ClaimsQueries,
      OpenRange,
      Sender,
      Recorder,
      Verifications,
      Attempts,
      DatabaseOutage,
      Dispatcher,
      dispatcherWakes,
      SweepQueries,
      ClockQueries,
      Sweep,
      Sweeper,
      DeliveryMetrics,
    ],
    ...[FailingDestinations, Replayer],
    ...failingJob.providers,
    ...retentionJob.providers,
  ],
})
export class WebhooksWorkerModule {}
