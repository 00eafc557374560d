import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type Postgres } from '@app/embedded-postgres';
import { postgresDir, publishUrl, withdrawUrl } from '../data-dir.ts';
import type { StartContext } from './start-context.ts';

const RESTART_DELAY_MS = 200;

/**
 * Runs the embedded database and restarts it when it dies, on the same port, so that its URL stays valid.
 * Resolves once it accepts connections.
 */
export async function runDatabase(dir: string, { ending, fail, onEnd, say }: StartContext): Promise<void> {
  const launch = (port?: number) => startPostgres({ dir: postgresDir(dir), port, log: say, signal: ending });
  let current: Postgres | undefined;
  const launched = launch();
  const supervised = launched.then(async (server) => {
    for (;;) {
      await server.exited;
      if (ending.aborted) return;
      say('PostgreSQL has ended; starting it again');
      await sleep(RESTART_DELAY_MS);
      server = current = await launch(server.port);
    }
  });
  supervised.catch(fail);
  onEnd(async (leftMs) => {
    withdrawUrl(dir);
    await launched.then((server) => (current ??= server)).catch(() => undefined);
    await current?.stop({ timeoutMs: leftMs() });
    await supervised.catch(() => undefined);
    await current?.stop({ timeoutMs: leftMs() }); // one that was being restarted meanwhile
  });
  const server = await launched;
  publishUrl(dir, server.url);
}
