import { Health, LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { JobMetrics } from './job-metrics.js';

/** Services that every scheduled job of a process uses. */
@Injectable()
export class JobSurroundings {
  constructor(
    readonly schedules: SchedulerRegistry,
    readonly health: Health,
    @Inject(LOG) readonly log: Logger,
    readonly metrics: JobMetrics,
  ) {}
}
