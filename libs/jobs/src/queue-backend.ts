import { setTimeout as sleep } from 'node:timers/promises';
import {
  assertSchemaCompatibility,
  PostgresConnection,
  PostgresQueueBackend,
  type BackendFactory,
  type PostgresConnectionOptions,
} from 'bullmq';

/** Milliseconds between two checks of a database that lacks BullMQ's tables or does not answer. */
const RETRY_MS = 1000;

/**
 * BullMQ looks for its tables once and remembers a failure for ever. A worker then tries again without a pause, so that
 * its process does not even handle signals. This connection is ready only once the tables exist (docs/adr/0003).
 */
class RetryingConnection extends PostgresConnection {
  private readonly abandoned = new AbortController();
  private established: Promise<void> | undefined;
  private reported: string | undefined;

  override waitUntilReady(): Promise<void> {
    return (this.established ??= this.establish());
  }

  /** Ends the wait: its queue or worker closes. */
  abandon(): void {
    this.abandoned.abort(new Error('closed before the tables of the queue were there'));
  }

  private async establish(): Promise<void> {
    const { signal } = this.abandoned;
    while (!(await this.hasTables())) {
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
    setTimeout(() => this.emit('ready'), 0);
  }

  private async hasTables(): Promise<boolean> {
    try {
      const client = await this.pool.connect();
      try {
        await assertSchemaCompatibility(client, this.schema);
        return true;
      } finally {
        client.release();
      }
    } catch (error) {
      this.abandoned.signal.throwIfAborted();
      this.report(error);
      return false;
    }
  }

  /** Logs each cause once. */
  private report(error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error);
    if (cause !== this.reported && this.listenerCount('error') > 0) this.emit('error', error);
    this.reported = cause;
  }
}

/** Makes the PostgreSQL backend of a queue or worker, as BullMQ's own factory does, over a connection that retries. */
export const retryingBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  opts,
  { withBlockingConnection } = {},
) => new PostgresQueueBackend(new RetryingConnection(opts.connection), name, opts, true, withBlockingConnection ? name : undefined);

/** Ends the wait of a queue or worker that closes before the tables were there. */
export function abandonWait({ backend }: { readonly backend: object }): void {
  if (backend instanceof PostgresQueueBackend && backend.connection instanceof RetryingConnection) backend.connection.abandon();
}
