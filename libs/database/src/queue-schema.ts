/** The PostgreSQL schema of BullMQ's tables, in which the queue is if there is no Redis. */
export const QUEUE_SCHEMA = 'bullmq';
