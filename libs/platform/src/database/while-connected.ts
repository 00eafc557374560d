import type { PoolClient } from 'pg';

/**
 * Watches a connection for as long as somebody works on it. A cursor does not notice that its connection has ended, and would wait for
 * ever. Whoever begins to watch ends it.
 */
export class ConnectionWatch {
  private readonly lost = Promise.withResolvers<never>();
  private over = false;
  private readonly onLost = (error?: Error): void => {
    this.over = true;
    this.lost.reject(error ?? new Error('the connection to the database has ended'));
  };

  constructor(private readonly client: PoolClient) {
    client.on('error', this.onLost).on('end', this.onLost);
    this.lost.promise.catch(() => undefined); // unless somebody waits
  }

  get isLost(): boolean {
    return this.over;
  }

  /** @throws what the work throws, or that the connection has ended */
  while<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.lost.promise]);
  }

  end(): void {
    this.client.off('error', this.onLost).off('end', this.onLost);
  }
}

/**
 * Work on a connection that fails when the connection ends.
 * @throws what the work throws, or that the connection has ended
 */
export async function whileConnected<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  const watch = new ConnectionWatch(client);
  try {
    return await watch.while(work());
  } finally {
    watch.end();
  }
}
