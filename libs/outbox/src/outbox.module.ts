import { Module } from '@nestjs/common';
import { dispatchWakeUp, EventPublisher } from './event.publisher.js';
import { OutboxQueries } from './outbox.queries.js';

/** What a feature needs to publish events. */
@Module({
  imports: [...dispatchWakeUp.imports],
  providers: [OutboxQueries, EventPublisher, ...dispatchWakeUp.providers],
  exports: [EventPublisher, dispatchWakeUp.token],
})
export class OutboxModule {}
