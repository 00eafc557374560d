import { TooBusyError } from '@app/process';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';

/** Milliseconds after which a task is given up and its thread ended. The slowest content takes about a second. */
const TASK_TIMEOUT_MS = 60_000;

type ThreadPoolOptions = {
  /** URL of the module that has the tasks. */
  readonly worker: string;
  readonly threads: number;
  readonly log: Logger;
};

/** Runs tasks in threads, one at a time in each. A thread that ends costs the task that it had, and no other. */
export class ThreadPool {
  private readonly pool: Piscina;

  constructor({ worker, threads, log }: ThreadPoolOptions) {
    this.pool = new Piscina({
      filename: worker,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 60_000,
      // Few young objects survive, and a thread does not return the memory that it has for them.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    // Without a listener the error of a thread that ends between two tasks would end the process.
    this.pool.on('error', (error: Error) => log.error({ err: error }, 'a thread ended between two tasks'));
  }

  /**
   * @param name of the function that the module exports
   * @param transfer memory that the task takes over
   * @throws TooBusyError when the task takes too long
   */
  async run<Result>(name: string, task: unknown, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
    const signal = AbortSignal.timeout(TASK_TIMEOUT_MS);
    try {
      return (await this.pool.run(task, { name, transferList: [...transfer], signal })) as Result;
    } catch (error) {
      if (signal.aborted) throw new TooBusyError('The transcript was not read in time.');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
