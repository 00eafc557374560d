import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Dispatcher } from './dispatcher.js';
import { DISPATCH_QUEUE } from './dispatcher.waker.js';

/** A job is a knock at the door, and nothing else. */
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
