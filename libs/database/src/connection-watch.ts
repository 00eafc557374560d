import type { PoolClient } from 'pg';
import { GuardedClient } from './guarded-client.js';

/** How often a connection is checked while work waits for it. */
const LOOK_MS = 500;

/**
 * Watches a connection for work on cursors and COPY streams, which notice neither that their connection has ended nor that it is
 * silent. The caller must end the watch.
 */
export class ConnectionWatch {
  private lost: Error | undefined;
  private fail: ((error: Error) => void) | undefined;
  private readonly onLost = (error = new Error('the connection to the database has ended')): void => {
    this.lost = error;
    this.fail?.(error);
  };

  constructor(private readonly client: PoolClient) {
    client.on('error', this.onLost).on('end', this.onLost);
  }

  get isLost(): boolean {
    return this.lost !== undefined;
  }

  /**
   * Waits for work on the connection. When nothing comes or goes for as long as a statement may take, the connection is ended.
   * @throws what the work throws, or that the connection has ended
   */
  async while<T>(work: Promise<T>): Promise<T> {
    const timer = this.watchSilence();
    try {
      // A race with one long promise would keep every result of the work until the connection is lost.
      return await new Promise<T>((resolve, reject) => {
        this.fail = reject;
        work.then(resolve, reject);
        if (this.lost) reject(this.lost);
      });
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
