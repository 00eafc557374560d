import { Module } from '@nestjs/common';
import { OutboxQueries } from './outbox.queries.js';
import { dispatchWakeUp, WebhookPublisher } from './webhook.publisher.js';

/** The publisher without anything that sends: what features that publish events need. */
@Module({
  imports: [...dispatchWakeUp.imports],
  providers: [OutboxQueries, WebhookPublisher, ...dispatchWakeUp.providers],
  exports: [WebhookPublisher, dispatchWakeUp.token],
})
export class OutboxModule {}
