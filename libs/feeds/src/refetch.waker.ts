import { registerQueue } from '@app/jobs';
import { LOG } from '@app/platform';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';

export const REFETCH_QUEUE = 'rss-refetch';

export const refetchQueue = registerQueue(REFETCH_QUEUE);

/** Wakes a worker after a refetch was asked for. A wake-up that got lost is made up for by the schedule. */
@Injectable()
export class RefetchWaker {
  constructor(
    @InjectQueue(REFETCH_QUEUE) private readonly queue: Queue,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  wake(): void {
    this.queue.add('wake', {}, { removeOnComplete: true, removeOnFail: true }).catch((err: unknown) => {
      this.log.warn({ err }, 'no worker was woken; the schedule will find what is due');
    });
  }
}
