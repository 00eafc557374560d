import { Global, Module } from '@nestjs/common';
import { Env } from '@app/env';
import { Outbound } from '@app/process';
import { connectTo } from './connect-to.js';
import { GuardedOutbound } from './guarded-outbound.js';

/** Provides the guarded client. Processes that send import it (docs/adr/0012). */
@Global()
@Module({
  providers: [{ provide: Outbound, inject: [Env], useFactory: (env: Env) => new GuardedOutbound(connectTo(env.OUTBOUND_CONNECT_TO)) }],
  exports: [Outbound],
})
export class OutboundModule {}
