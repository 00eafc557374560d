import type { Logger } from 'pino';
import type { Env } from '@app/env';
import type { Health } from './health.js';

type Stoppable = {
  readonly log: Logger;
  readonly env: Pick<Env, 'SHUTDOWN_DELAY_MS' | 'DRAIN_TIMEOUT_MS'>;
  readonly health: Pick<Health, 'stop'>;
};

/**
 * Stops once, however often it is asked: SIGTERM, SIGINT, or the end of the process that started this one. The process
 * is not ready from then on. It serves on for `SHUTDOWN_DELAY_MS`, until a second signal comes, or until its starter is
 * gone. Then work in hand is finished; what is not done after `DRAIN_TIMEOUT_MS` is left to the next process.
 */
export function stopOnSignal({ log, env, health }: Stoppable, stop: () => Promise<void>): void {
  const hurry = Promise.withResolvers<void>();
  let stopping = false;
  const shutDown = async (reason: string): Promise<void> => {
    if (stopping) return hurry.resolve();
    stopping = true;
    health.stop();
    log.info({ reason, servesOnMs: env.SHUTDOWN_DELAY_MS }, 'stopping');
    const delay = setTimeout(hurry.resolve, env.SHUTDOWN_DELAY_MS);
    await hurry.promise;
    clearTimeout(delay);
    setTimeout(() => {
      log.warn('not everything was done in time');
      process.exit(0);
    }, env.DRAIN_TIMEOUT_MS).unref();
    try {
      await stop();
      log.info('stopped');
      process.exit(0);
    } catch (err) {
      log.error({ err }, 'could not stop cleanly');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void shutDown('SIGTERM'));
  process.on('SIGINT', () => void shutDown('SIGINT'));
  const starterIsGone = () => {
    hurry.resolve();
    void shutDown('the starter is gone');
  };
  if (process.connected) process.on('disconnect', starterIsGone);
}

/** Tells the process that started this one that it may be used. */
export function tellReady(facts: Record<string, unknown> = {}): void {
  process.send?.({ type: 'ready', ...facts });
}

/**
 * Runs a process's `main`. Whatever keeps it from starting ends it with status 1; what an operator can mend is one
 * message.
 *
 * @param explain explains such an error; undefined for those that are bugs
 */
export async function run(main: () => Promise<void>, explain: (error: unknown) => string | undefined): Promise<void> {
  try {
    await main();
  } catch (error) {
    const bug = error instanceof Error ? error.stack : undefined;
    process.stderr.write(`${explain(error) ?? bug ?? String(error)}\n`);
    process.exit(1);
  }
}
