import { Env } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { connectTo } from './connect-to.js';
import { Outbound } from './outbound.js';

/** Provides the guarded client, the only way out of the process. */
@Global()
@Module({
  providers: [{ provide: Outbound, inject: [Env], useFactory: (env: Env) => new Outbound(connectTo(env.OUTBOUND_CONNECT_TO)) }],
  exports: [Outbound],
})
export class OutboundModule {}
