import { availableParallelism } from 'node:os';
import { FairSemaphore, LOG } from '@app/process';
import type { Edit } from '@app/subtitles';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { UploadOutcome } from '../read-upload.js';
import type { TranscriptForm, TranscriptHead } from '../transcript-forms.js';
import { judgeUpload, renderTranscript, retimeTranscript, type RetimedFile, type StoredFile } from './tasks.js';
import { ThreadPool } from './thread-pool.js';

/** Transcripts up to this many bytes are read on the event loop: a millisecond, less than it costs to wake a thread. */
const INLINE_BYTES = 64 * 1024;

/** Large transcripts that are read at once: one processor is left to the event loop. */
const CONCURRENCY = Math.max(1, availableParallelism() - 1);

/** Milliseconds that a task waits for a thread. */
const QUEUE_TIMEOUT_MS = 60_000;

/** A transcript that is in the database: about how many bytes it has, and what reads it. */
export type Stored = { readonly byteSize: number; readonly read: () => Promise<StoredFile> };

export type ThreadShare = {
  /** Whose share of the threads it takes: a user's id. */
  readonly key: string;
  /** Ends the wait for a thread. A task that has its thread ends by itself within a second; to end the thread would cost more. */
  readonly signal?: AbortSignal;
};

/** Keeps the reading and writing of large transcripts off the event loop (contract 2.10). A user has an eighth of the threads at most, rounded up. */
@Injectable()
export class TranscriptThreads implements OnApplicationShutdown {
  private pool: ThreadPool | undefined;
  private readonly slots = new FairSemaphore({ total: CONCURRENCY, perKey: Math.ceil(CONCURRENCY / 8), timeoutMs: QUEUE_TIMEOUT_MS });

  constructor(@Inject(LOG) private readonly log: Logger) {}

  /**
   * Judges an upload. The `body` is empty afterwards.
   * @throws TooBusyError when no thread is free in time
   */
  async judge(body: Uint8Array<ArrayBuffer>, userId: string): Promise<UploadOutcome> {
    if (body.byteLength <= INLINE_BYTES) return judgeUpload(body);
    return this.slots.run(userId, () => this.threads.run(judgeUpload.name, body, [body.buffer]));
  }

  /**
   * Writes a stored transcript in one of its forms.
   * @throws TooBusyError when no thread is free in time
   * @throws the reason of the signal when it aborts before a thread is free
   */
  render(stored: Stored, form: TranscriptForm, share: ThreadShare): Promise<{ readonly head: TranscriptHead; readonly file: Uint8Array }> {
    return this.work(stored, share, async (file, isInline) => {
      const task = { ...file, form };
      const written = isInline ? renderTranscript(task) : this.threads.run<Uint8Array>(renderTranscript.name, task);
      return { head: file.head, file: await written };
    });
  }

  /**
   * Moves a stored transcript as its audio was edited.
   * @throws TooBusyError when no thread is free in time
   */
  retime(stored: Stored, edits: readonly Edit[], userId: string): Promise<RetimedFile & { readonly head: TranscriptHead }> {
    return this.work(stored, { key: userId }, async (file, isInline) => {
      const task = { ...file, edits };
      const retimed = isInline ? retimeTranscript(task) : this.threads.run<RetimedFile>(retimeTranscript.name, task);
      return { ...(await retimed), head: file.head };
    });
  }

  /** A large file is read from the database once it has its thread: many at a time would keep the event loop from everything else. */
  private async work<T>(
    { byteSize, read }: Stored,
    { key, signal }: ThreadShare,
    task: (file: StoredFile, isInline: boolean) => Promise<T>,
  ): Promise<T> {
    if (byteSize <= INLINE_BYTES) {
      const file = await read();
      if (file.head.byteSize <= INLINE_BYTES) return task(file, true); // else a larger one has come meanwhile
    }
    return this.slots.run(key, async () => task(await read(), false), signal);
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
