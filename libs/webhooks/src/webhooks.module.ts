import { OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { DeliveriesQueries } from './deliveries/deliveries.queries.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { RetentionQueries } from './deliveries/retention.queries.js';
import { ReplaysQueries } from './deliveries/replays.queries.js';
import { ReplaysService } from './deliveries/replays.service.js';
import { Retention } from './deliveries/retention.js';
import { BacklogsQueries } from './endpoints/backlogs.queries.js';
import { EndpointsQueries } from './endpoints/endpoints.queries.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { NewEndpoints } from './endpoints/new-endpoints.js';
import { Secrets } from './endpoints/secrets.js';

/** Destinations and deliveries, for the operator's command line. */
@Module({
  imports: [OutboxModule],
  providers: [
    ...[BacklogsQueries, DeliveriesQueries, EndpointsQueries, ReplaysQueries, RetentionQueries],
    ...[DeliveriesService, EndpointsService, NewEndpoints, ReplaysService, Retention, Secrets],
  ],
  exports: [BacklogsQueries, DeliveriesQueries, DeliveriesService, EndpointsService, ReplaysQueries, ReplaysService, Retention, Secrets],
})
export class WebhooksModule {}
