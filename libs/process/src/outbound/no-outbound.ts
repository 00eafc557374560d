import { Global, Module } from '@nestjs/common';
import { Outbound } from './outbound.js';

const refuse = (): never => {
  throw new Error('This process sends no requests to the outside: it imports NoOutboundModule.');
};
const refuseLater = () => Promise.resolve().then(refuse);

/**
 * For processes with features that could send and must not, such as the operator's command line: whatever would send
 * there is a bug, and fails.
 */
@Global()
@Module({
  providers: [{ provide: Outbound, useValue: { judge: refuse, check: refuseLater, request: refuseLater } satisfies Outbound }],
  exports: [Outbound],
})
export class NoOutboundModule {}
