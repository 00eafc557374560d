import { availableParallelism } from 'node:os';
import { FairSemaphore, LOG, TooBusyError } from '@app/process';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import { readUpload, readUploadInThread, type UploadOutcome, type UploadTask } from './read-upload.js';

/** Bodies up to this many bytes are judged on the event loop: a millisecond, less than it costs to wake a thread. */
const INLINE_BYTES = 64 * 1024;

/** Large transcripts that are read at once, and that are stored at once: one processor is left to the event loop. */
export const CONCURRENCY = Math.max(1, availableParallelism() - 1);

/** Milliseconds that an upload waits for a thread. */
const QUEUE_TIMEOUT_MS = 60_000;

/** Milliseconds after which a task is given up and its thread ended. The slowest content takes about a second. */
const TASK_TIMEOUT_MS = 60_000;

/** Keeps the parsing of large transcripts off the event loop. A user has half of the threads at most. */
@Injectable()
export class UploadReader implements OnApplicationShutdown {
  private threads: ThreadPool<UploadTask, UploadOutcome> | undefined;
  private readonly slots = new FairSemaphore({ total: CONCURRENCY, perKey: Math.ceil(CONCURRENCY / 2), timeoutMs: QUEUE_TIMEOUT_MS });

  constructor(@Inject(LOG) private readonly log: Logger) {}

  /**
   * Judges an upload. The `body` is empty afterwards.
   * @throws TooBusyError when no thread is free in time
   */
  async read(body: Uint8Array<ArrayBuffer>, { userId, episodeId }: { userId: string; episodeId: string }): Promise<UploadOutcome> {
    if (body.byteLength <= INLINE_BYTES) return readUpload(body, episodeId);
    this.threads ??= new ThreadPool({
      worker: new URL('./read-upload.js', import.meta.url).href,
      task: readUploadInThread.name,
      threads: CONCURRENCY,
      log: this.log,
    });
    const { threads } = this;
    return this.slots.run(userId, () => threads.run({ body, episodeId }, [body.buffer]));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.close();
  }
}

type ThreadPoolOptions = {
  /** URL of the module that has the task. */
  readonly worker: string;
  /** Name of the function. */
  readonly task: string;
  readonly threads: number;
  readonly log: Logger;
};

/** Runs tasks in threads, one at a time in each. A thread that ends costs the task that it had, and no other. */
export class ThreadPool<Task, Result> {
  private readonly pool: Piscina;

  constructor({ worker, task, threads, log }: ThreadPoolOptions) {
    this.pool = new Piscina({
      filename: worker,
      name: task,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 60_000,
      // Few young objects survive, and a thread does not return the memory that it has for them.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    // Without a listener the error of a thread that ends between two tasks would end the process.
    this.pool.on('error', (error: Error) => log.error({ err: error }, 'a thread ended between two tasks'));
  }

  /** @param transfer memory that the task takes over @throws TooBusyError when the task takes too long */
  async run(task: Task, transfer: ArrayBuffer[]): Promise<Result> {
    const signal = AbortSignal.timeout(TASK_TIMEOUT_MS);
    try {
      return (await this.pool.run(task, { transferList: transfer, signal })) as Result;
    } catch (error) {
      if (signal.aborted) throw new TooBusyError('The transcript was not read in time.');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
