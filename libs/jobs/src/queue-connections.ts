import { DatabasePool, WORKER_TIMEOUTS } from '@app/database';

/** Connections for the statements of all queues of a process, beside one for each worker that listens for jobs. */
const SHARED_CONNECTIONS = 2;

/**
 * The PostgreSQL connections of all queues and workers of a process. BullMQ would open a pool for each of them, and a
 * connection to listen on that ends the process when it fails at the wrong moment. They end with the last queue or
 * worker.
 */
export class QueueConnections {
  readonly pool: DatabasePool;
  private readonly users = new Set<object>();

  /** @param schema of BullMQ's tables, which its statements do not name */
  constructor(connectionString: string, schema: string) {
    this.pool = new DatabasePool({
      connectionString,
      max: SHARED_CONNECTIONS,
      isFair: false,
      application_name: 'queue',
      timeouts: WORKER_TIMEOUTS,
      greeting: `SET search_path TO ${schema}`,
    });
  }

  /** @param listens whether it holds a connection for as long as it lives, as workers do */
  opened(user: object, listens: boolean): void {
    this.users.add(user);
    if (listens) this.pool.options.max += 1;
    this.pool.setMaxListeners(this.pool.getMaxListeners() + 1); // each queue and each worker listens for errors
  }

  /** A queue or a worker may be closed more than once. */
  async closed(user: object): Promise<void> {
    if (!this.users.delete(user) || this.users.size > 0) return;
    const { pool }: { readonly pool: { end(): Promise<void> } } = this;
    await pool.end();
  }
}
