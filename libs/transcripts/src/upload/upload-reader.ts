import { availableParallelism } from 'node:os';
import { FairSemaphore, LOG } from '@app/platform';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { readUpload, type UploadOutcome } from './read-upload.js';
import { ThreadPool } from './thread-pool.js';

/** Bodies up to this many bytes are judged on the event loop: a millisecond, less than it costs to wake a thread. */
const INLINE_BYTES = 64 * 1024;

/** Large transcripts that are read at once, and that are stored at once: one processor is left to the event loop. */
export const CONCURRENCY = Math.max(1, availableParallelism() - 1);

/** Milliseconds that an upload waits for a thread. */
const QUEUE_TIMEOUT_MS = 60_000;

type Task = { readonly body: Uint8Array<ArrayBuffer>; readonly episodeId: string };

/** Keeps the parsing of large transcripts off the event loop. A user has half of the threads at most. */
@Injectable()
export class UploadReader implements OnApplicationShutdown {
  private threads: ThreadPool<Task, UploadOutcome> | undefined;
  private readonly slots = new FairSemaphore({ total: CONCURRENCY, perKey: Math.ceil(CONCURRENCY / 2), timeoutMs: QUEUE_TIMEOUT_MS });

  constructor(@Inject(LOG) private readonly log: Logger) {}

  /**
   * Judges an upload. The `body` is empty afterwards.
   * @throws TooBusyError when no thread is free in time
   */
  async read(body: Uint8Array<ArrayBuffer>, { userId, episodeId }: { userId: string; episodeId: string }): Promise<UploadOutcome> {
    if (body.byteLength <= INLINE_BYTES) return readUpload(body, episodeId);
    this.threads ??= new ThreadPool({
      worker: new URL('./read-upload.worker.js', import.meta.url).href,
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
