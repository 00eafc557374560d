import { DISPATCH_QUEUE } from '@app/outbox';
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Dispatcher } from './dispatcher.js';

/** A job carries nothing: it wakes the dispatcher of this worker. */
@Processor(DISPATCH_QUEUE, { concurrency: 8 })
export class DispatchProcessor extends WorkerHost {
  constructor(private readonly dispatcher: Dispatcher) {
    super();
  }

  override process(): Promise<void> {
    this.dispatcher.wake();
    return Promise.resolve();
  }
}
