import { AuthModule } from '@app/auth/services';
import { SignalsModule } from '@app/jobs';
import { Global, Module } from '@nestjs/common';
import { dispatchWakeUp, EventPublisher } from './event.publisher.js';
import { TokenEvents } from './token-events.js';
import { OutboxQueries } from './outbox.queries.js';

/** The providers that a feature needs to publish events. */
@Global()
@Module({
  imports: [AuthModule, SignalsModule, ...dispatchWakeUp.imports],
  providers: [OutboxQueries, EventPublisher, TokenEvents, ...dispatchWakeUp.providers],
  exports: [EventPublisher, dispatchWakeUp.token],
})
export class OutboxModule {}
