export { QueuesModule, registerQueue } from './queues.module.js';
