import { availableParallelism } from 'node:os';
import { FairSemaphore, LOG } from '@app/process';
import type { GatheredBytes } from '@app/process/gathered-bytes';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { readUpload, type UploadOutcome } from '../read-upload.js';
import { judgeUpload } from './tasks.js';
import { ThreadPool } from './thread-pool.js';

/** Transcripts up to this many bytes are read on the event loop: a millisecond, less than it costs to wake a thread. */
const INLINE_BYTES = 64 * 1024;

/** Large transcripts that are read at once: one processor is left to the event loop. */
const CONCURRENCY = Math.max(1, availableParallelism() - 1);

/** Milliseconds that a task waits for a thread. */
const QUEUE_TIMEOUT_MS = 60_000;

export type ThreadShare = {
  /** Whose share of the threads it takes: a user's id. */
  readonly key: string;
  /** Ends the wait for a thread. A task with a thread ends by itself in a second; ending the thread would cost more. */
  readonly signal?: AbortSignal;
};

/** Reads and writes large transcripts off the event loop (contract 2.10). A user has an eighth of the threads. */
@Injectable()
export class TranscriptThreads implements OnApplicationShutdown {
  private pool: ThreadPool | undefined;
  private readonly slots = new FairSemaphore({ total: CONCURRENCY, perKey: Math.ceil(CONCURRENCY / 8), timeoutMs: QUEUE_TIMEOUT_MS });

  constructor(@Inject(LOG) private readonly log: Logger) {}

  /**
   * Judges an upload. The `body` is empty afterwards.
   * @throws TooBusyError when no thread is free in time
   */
  async judge(body: GatheredBytes, userId: string): Promise<UploadOutcome> {
    if (body.length <= INLINE_BYTES) return readUpload(body.whole());
    const blocks = body.taken();
    const buffers = blocks.map(({ buffer }) => buffer);
    return this.slots.run(userId, () => this.threads.run(judgeUpload.name, blocks, buffers));
  }

  /**
   * Does a job of tasks.ts on a stored transcript of `byteSize` bytes. Its task is read from the database once it has
   * its thread: many at a time would keep the event loop from everything else.
   * @throws TooBusyError when no thread is free in time
   * @throws the reason of the signal when it aborts before a thread is free
   */
  async work<Task, Result>(
    job: (task: Task) => Result,
    { byteSize, read }: { readonly byteSize: number; readonly read: () => Promise<Task> },
    { key, signal }: ThreadShare,
  ): Promise<Result> {
    if (byteSize <= INLINE_BYTES) return job(await read());
    return this.slots.run(key, async () => this.threads.run<Result>(job.name, await read()), signal);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.close();
  }

  private get threads(): ThreadPool {
    const worker = new URL('./tasks.js', import.meta.url).href;
    this.pool ??= new ThreadPool({ worker, threads: CONCURRENCY, log: this.log });
    return this.pool;
  }
}
