import type { Logger } from 'pino';
import { explain } from './explain.js';

/**
 * Stops once, however often it is asked: SIGTERM, SIGINT, or the end of the process that started this one. Work in hand is
 * finished; what is not done after `DRAIN_TIMEOUT_MS` is left to the next process.
 */
export function stopOnSignal({ log, drainTimeoutMs }: { log: Logger; drainTimeoutMs: number }, stop: () => Promise<void>): void {
  let stopping = false;
  const shutDown = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.warn('not everything was done in time');
      process.exit(0);
    }, drainTimeoutMs).unref();
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (err: unknown) => {
        log.error({ err }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => shutDown('SIGTERM'));
  process.on('SIGINT', () => shutDown('SIGINT'));
  if (process.connected) process.on('disconnect', () => shutDown('the starter is gone'));
}

/** Tells the process that started this one that it may be used. */
export function tellReady(facts: Record<string, unknown> = {}): void {
  process.send?.({ type: 'ready', ...facts });
}

/**
 * Runs a process's `main`. Whatever keeps it from starting ends it with status 1; faults of the configuration are one message.
 *
 * @param explainAlso explains errors that the platform does not know; undefined for those that are bugs
 */
export async function run(main: () => Promise<void>, explainAlso: (error: unknown) => string | undefined = () => undefined): Promise<void> {
  try {
    await main();
  } catch (error) {
    const bug = error instanceof Error ? error.stack : undefined;
    process.stderr.write(`${explainAlso(error) ?? explain(error) ?? bug ?? String(error)}\n`);
    process.exit(1);
  }
}
