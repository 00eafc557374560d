import { registerQueue } from '@app/jobs';
import { LOG } from '@app/platform';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';

export const PROBE_QUEUE = 'video-probe';

export const probeQueue = registerQueue(PROBE_QUEUE);

/** Wakes a worker after a stock has begun to process. A wake-up that got lost is made up for by the schedule. */
@Injectable()
export class ProbeWaker {
  constructor(
    @InjectQueue(PROBE_QUEUE) private readonly queue: Queue,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  wake(): void {
    this.queue.add('wake', {}, { removeOnComplete: true, removeOnFail: true }).catch((err: unknown) => {
      this.log.warn({ err }, 'no worker was woken; the schedule will find what is due');
    });
  }
}
