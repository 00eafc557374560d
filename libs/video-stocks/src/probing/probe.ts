import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MediaTimes } from './matroska.js';
import { outcomeOf, type ProbeOutcome, type Track } from './probe-outcome.js';

export type MediaFile = {
  readonly size: number;
  /** Reads a part; fewer bytes at the end. The signal says that nobody waits for them any more. */
  readonly read: (from: number, length: number, signal: AbortSignal) => Promise<Uint8Array>;
};

export type ProbeLimits = {
  /** For everything together. */
  readonly milliseconds: number;
  /** That the storage has for one answer. */
  readonly answerMilliseconds: number;
  /** That are read of the file. */
  readonly bytes: number;
  /** Of memory, beside the thread's own heap. */
  readonly memory: number;
};

export type ProbeOptions = {
  /** Ends it early. */
  readonly signal?: AbortSignal;
  readonly limits?: ProbeLimits;
  /** The code of the thread. */
  readonly code?: URL;
};

const MB = 1024 * 1024;

/** A fragmented file has its durations all over the place: some of it has to be read, never all of 50 GiB. */
export const PROBE_LIMITS: ProbeLimits = { milliseconds: 60_000, answerMilliseconds: 20_000, bytes: 1024 * MB, memory: 512 * MB };

/** The storage did not give the file: no fault of the file. */
export class ReadError extends Error {}

/** Compiled or from the sources: the thread's file lies beside this one. */
const THREAD = new URL(`./probe-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Waits for an answer of the storage, and not for ever.
 * @param ask its signal says that nobody waits any more
 * @throws ReadError when it fails or does not come in time; the reason of `ended`
 */
export async function answered<T>(ask: (signal: AbortSignal) => Promise<T>, milliseconds: number, ended: AbortSignal): Promise<T> {
  const late = new AbortController();
  const signal = AbortSignal.any([ended, late.signal]);
  signal.throwIfAborted();
  const { promise: unanswered, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  const timer = setTimeout(() => late.abort(new ReadError(`the storage has not answered in ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([ask(signal), unanswered]);
  } catch (cause) {
    signal.throwIfAborted();
    throw new ReadError('the file could not be read', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the container of a media file in a thread of its own, at the places that matter. A file that is out to do harm costs the
 * thread: its time, its memory and what it may read are bounded, and a fault of it is `unreadable_media`.
 * @throws ReadError when the storage is in trouble; Error when the thread does not start, which is our own fault; the signal's reason
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
  let ready = false; // until it is, the thread has seen nothing of the file
  let reading = false;
  let bytes = 0;
  const giveUp = (cause: unknown) => (ready ? resolve({ failure: 'unreadable_media', cause }) : reject(notStarted(cause)));
  const stop = () => reject(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => {
    if (reading) reject(new ReadError(`the storage has not given the file in ${limits.milliseconds} ms`));
    else giveUp(new Error(`it took more than ${limits.milliseconds} ms`));
  }, limits.milliseconds);
  thread.on('message', (message: 'ready' | { from: number; length: number } | { tracks: Track[]; times?: MediaTimes }) => {
    if (message === 'ready') {
      ready = true;
      return thread.postMessage('go on');
    }
    if ('tracks' in message) return resolve(outcomeOf(message.tracks, message.times));
    const { from, length } = message;
    bytes += length;
    if (bytes > limits.bytes) return giveUp(new Error(`it asked for more than ${limits.bytes} bytes`));
    reading = true;
    answered((given) => read(from, length, given), limits.answerMilliseconds, ended.signal).then((chunk) => {
      reading = false;
      thread.postMessage(chunk);
    }, reject);
  });
  thread.once('error', giveUp).once('exit', (status) => giveUp(new Error(`the thread ended with status ${status}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    ended.abort();
  }
}

function notStarted(cause: unknown): Error {
  return new Error('the thread that reads containers did not start', { cause });
}
