import { Clock } from '@app/platform';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Queue } from 'bullmq';
import { PROBE_QUEUE } from './probe.waker.js';
import { Prober } from './prober.js';

const TICK_MS = 10_000;

/** Containers that one worker reads at once. */
const AT_ONCE = 2;

@Injectable()
export class ProbeSchedule {
  constructor(
    @InjectQueue(PROBE_QUEUE) private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Every worker ticks; the job's id is the tick. It finds what a lost wake-up or a lost worker has left. */
  @Cron('*/10 * * * * *', { timeZone: 'UTC' })
  async enqueue(): Promise<void> {
    const jobId = `probe-${Math.floor(this.clock.now().getTime() / TICK_MS)}`;
    await this.queue.add('sweep', {}, { jobId, removeOnComplete: { age: 60 }, removeOnFail: { age: 60 } });
  }
}

/** A job is a knock at the door: whoever hears it reads until nothing is due. */
@Processor(PROBE_QUEUE, { concurrency: AT_ONCE })
export class ProbeProcessor extends WorkerHost {
  constructor(private readonly prober: Prober) {
    super();
  }

  override async process(): Promise<void> {
    while (await this.prober.next()); // one after the other
  }
}
