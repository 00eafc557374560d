import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { withDeadline } from '@app/process';
import type { MediaTimes } from './matroska.js';
import { outcomeOf, type ProbeOutcome, type Track } from './probe-outcome.js';

export type MediaFile = {
  readonly size: number;
  /** Reads a part, less of one beyond the end. The signal is aborted when the result is no longer needed. */
  readonly read: (from: number, length: number, signal: AbortSignal) => Promise<Uint8Array>;
};

export type ProbeOptions = {
  readonly signal?: AbortSignal;
  readonly limits?: typeof PROBE_LIMITS;
  readonly code?: URL;
};

const MB = 1024 * 1024;

/**
 * The durations of a fragmented file are spread over the whole file, so much of it must be read, but never all of 50
 * GiB. Files as they are need a tenth of the processor time and half of the reads (ADR 0075).
 */
export const PROBE_LIMITS = {
  /** Of the whole probe. A busy machine or a slow storage may exceed it, so that the file is tried again. */
  milliseconds: 60_000,
  /** Of the processor, for the thread: the same on a busy machine. */
  processorMilliseconds: 10_000,
  /** Of one read from the storage. */
  answerMilliseconds: 20_000,
  /** Most reads of the file. */
  reads: 20_000,
  /** Most reads of a file that is tried again after a timeout: the storage is slow. A file with more needs too many. */
  repeatableReads: 1000,
  /** Most bytes that are read from the file. */
  bytes: 2048 * MB,
  /** Most bytes of memory, apart from the thread's own heap. */
  memory: 512 * MB,
};

/** Least milliseconds between two looks at the processor time of a thread. */
const LOOK_MS = 100;

/** The storage failed to return the file. The file itself may be fine. */
export class ReadError extends Error {}

/** The thread's module is in the same folder, with the same extension: `.js` when compiled, `.ts` from the sources. */
const THREAD = new URL(`./probe-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Waits for an answer of the storage, at most for a given time.
 * @param ask gets a signal that is aborted when the answer is no longer needed
 * @throws ReadError when the storage fails or does not answer in time; the reason of `ended` when that is aborted
 */
export async function answered<T>(ask: (signal: AbortSignal) => Promise<T>, milliseconds: number, ended: AbortSignal): Promise<T> {
  const late = () => new ReadError(`the storage has not answered in ${milliseconds} ms`);
  try {
    return await withDeadline(ask, { ms: milliseconds, late, signal: ended });
  } catch (cause) {
    ended.throwIfAborted();
    throw cause instanceof ReadError ? cause : new ReadError('the file could not be read', { cause });
  }
}

/**
 * Reads the container of a media file in a thread of its own. The thread's processor time, memory and reads are
 * bounded, so that a hostile file can crash nothing but the thread; the outcome is `unreadable_media` then.
 * @throws ReadError when the storage fails; Error when the thread does not start, which is a bug, or does not end in
 * time, which a busy machine causes; the signal's reason
 */
export async function probe(
  { size, read }: MediaFile,
  { signal, limits = PROBE_LIMITS, code = THREAD }: ProbeOptions = {},
): Promise<ProbeOutcome> {
  signal?.throwIfAborted();
  const thread = new Worker(code, {
    workerData: { size, maxMemory: limits.memory },
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    stdout: true, // MediaInfo's own words go nowhere
    stderr: true,
    env: {},
  });
  try {
    return await converse(thread, read, { limits, signal });
  } finally {
    await thread.terminate();
  }
}

type Conversation = { readonly limits: typeof PROBE_LIMITS; readonly signal: AbortSignal | undefined };

/** Gives the thread what it asks for until it has an outcome. */
async function converse(thread: Worker, read: MediaFile['read'], { limits, signal }: Conversation): Promise<ProbeOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ProbeOutcome>();
  const ended = new AbortController();
  const progress = { ready: false, reading: false, reads: 0, bytes: 0 };
  const giveUp = (cause: unknown) => (progress.ready ? resolve({ failure: 'unreadable_media', cause }) : reject(notStarted(cause)));
  const stop = () => reject(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => {
    const { reads } = progress;
    if (reads > limits.repeatableReads) giveUp(new Error(`${reads} reads were not enough in ${limits.milliseconds} ms`));
    else reject(overdue(progress, limits.milliseconds));
  }, limits.milliseconds);
  thread.on('message', (message: 'ready' | { from: number; length: number } | { tracks: Track[]; times?: MediaTimes }) => {
    if (message === 'ready') {
      progress.ready = true;
      return thread.postMessage('go on');
    }
    if ('tracks' in message) return resolve(outcomeOf(message.tracks, message.times));
    const { from, length } = message;
    progress.reads += 1;
    progress.bytes += length;
    if (progress.reads > limits.reads) return giveUp(new Error(`the file needs more than ${limits.reads} reads`));
    if (progress.bytes > limits.bytes) return giveUp(new Error(`the file needs more than ${limits.bytes} bytes`));
    progress.reading = true;
    answered((given) => read(from, length, given), limits.answerMilliseconds, ended.signal).then((chunk) => {
      progress.reading = false;
      thread.postMessage(chunk);
    }, reject);
  });
  // Rejects when one of both has ended.
  processorUsed(thread, limits.processorMilliseconds, ended.signal).then(giveUp, () => undefined);
  thread.once('error', giveUp).once('exit', (status) => giveUp(new Error(`the thread ended with status ${status}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    ended.abort();
  }
}

/** Why a probe that did not end in time is tried again. Until it is ready, the thread has seen nothing of the file. */
function overdue({ ready, reading }: { readonly ready: boolean; readonly reading: boolean }, milliseconds: number): Error {
  const late = `in ${milliseconds} ms`;
  if (!ready) return notStarted(new Error(`it was not ready ${late}`));
  if (reading) return new ReadError(`the storage has not given the file ${late}`);
  return new Error(`the container was not read ${late}; the machine is busy`);
}

/** Waits until a thread has used so much processor time: it looks again whenever the thread may have used the rest. */
async function processorUsed(thread: Worker, milliseconds: number, ended: AbortSignal): Promise<Error> {
  for (let left = milliseconds; left > 0;) {
    await sleep(Math.max(left, LOOK_MS), undefined, { signal: ended });
    const { user, system } = await thread.cpuUsage();
    left = milliseconds - (user + system) / 1000;
  }
  return new Error(`it took more than ${milliseconds} ms of processor time`);
}

function notStarted(cause: unknown): Error {
  return new Error('the thread that reads containers did not start', { cause });
}
