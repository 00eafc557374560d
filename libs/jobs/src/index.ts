export { JobsModule } from './jobs.module.js';
export { scheduledJob, type ScheduledJob } from './scheduled-job.js';
export { wakeUp, WakeUp, whenWoken, type WakeUpOf } from './wake-up.js';
