import { Global, Module } from '@nestjs/common';
import { connectTo } from './connect-to.js';
import { OutboundEnv } from './outbound.env.js';
import { Outbound } from './guarded-outbound.js';

/** Provides the guarded client, the only way out of the process. */
@Global()
@Module({
  providers: [
    { provide: Outbound, inject: [OutboundEnv], useFactory: (env: OutboundEnv) => new Outbound(connectTo(env.OUTBOUND_CONNECT_TO)) },
  ],
  exports: [Outbound],
})
export class OutboundModule {}
