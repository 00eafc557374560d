export { JobsModule } from './jobs.module.js';
export { scheduledJob, type ScheduledJob } from './scheduled-job.js';
export { Signals, SignalsModule } from './signals.queries.js';
export { Waits, type WaitingRequest } from './waiting.js';
export { wakeUp, WakeUp, whenWoken, type WakeUpOf } from './wake-up.js';
