import { Global, Module } from '@nestjs/common';
import { Outbound } from './outbound.js';

/** Of a process that sends nothing itself: whatever of a feature would send there is a bug, and fails. */
class NoOutbound extends Outbound {
  override judge(): never {
    throw refusal();
  }

  override check(): Promise<never> {
    return Promise.reject(refusal());
  }

  override request(): Promise<never> {
    return Promise.reject(refusal());
  }
}

const refusal = () => new Error('This process sends no requests to the outside: it imports NoOutboundModule.');

/** For processes with features that could send and must not, such as the operator's command line. */
@Global()
@Module({ providers: [{ provide: Outbound, useClass: NoOutbound }], exports: [Outbound] })
export class NoOutboundModule {}
