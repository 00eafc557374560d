import type { PoolClient } from 'pg';
import { GuardedClient } from './guarded-client.js';

/** How often a connection is checked while work waits for it. */
const LOOK_MS = 500;

/**
 * Watches a connection for work on cursors and COPY streams, which notice neither that their connection has ended nor that it is
 * silent. The caller must end the watch.
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

  /**
   * Waits for work on the connection. When nothing comes or goes for as long as a statement may take, the connection is ended.
   * @throws what the work throws, or that the connection has ended
   */
  async while<T>(work: Promise<T>): Promise<T> {
    const timer = this.watchSilence();
    try {
      return await Promise.race([work, this.lost.promise]);
    } catch (error) {
      const client: unknown = this.client;
      throw client instanceof GuardedClient ? client.explained(error) : error;
    } finally {
      clearInterval(timer);
    }
  }

  end(): void {
    this.client.off('error', this.onLost).off('end', this.onLost);
  }

  private watchSilence(): NodeJS.Timeout | undefined {
    const client: unknown = this.client;
    if (!(client instanceof GuardedClient)) return undefined;
    let { traffic } = client;
    const { silenceMs } = client;
    let since = performance.now();
    return setInterval(() => {
      const now = performance.now();
      if (client.traffic !== traffic) {
        ({ traffic } = client);
        since = now;
      } else if (now - since > silenceMs) {
        client.giveUp(silenceMs);
      }
    }, LOOK_MS);
  }
}
