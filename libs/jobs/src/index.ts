export { JobsModule } from './jobs.module.js';
export { scheduledJob, type JobContext, type Schedule, type ScheduledJob, type ScheduledJobOptions } from './scheduled-job.js';
export { wakeUp, WakeUp, whenWoken, type WakeUpOf, type WokenOptions } from './wake-up.js';
