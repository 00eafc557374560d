import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { outcomeOf, type ProbeOutcome, type Track } from './probe.outcome.js';

/** Reads a part of a file; fewer bytes at its end. */
export type ReadRange = (from: number, length: number) => Promise<Uint8Array>;

export type ProbeLimits = {
  /** For everything together. */
  readonly milliseconds: number;
  /** That are read of the file. */
  readonly bytes: number;
  /** Of memory, beside the thread's own heap. */
  readonly memory: number;
};

const MB = 1024 * 1024;

/** A fragmented file has its durations all over the place: some of it has to be read, never all of 50 GiB. */
export const PROBE_LIMITS: ProbeLimits = { milliseconds: 60_000, bytes: 1024 * MB, memory: 512 * MB };

/** The file could not be read; it may be no fault of the file. */
export class ReadError extends Error {}

/** Compiled or from the sources: the thread's file lies beside this one. */
const THREAD = new URL(`./probe.worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads the container of a media file in a thread of its own, at the places that matter. A file that is out to do harm costs the
 * thread: its time, its memory and what it may read are bounded, and a fault of it is `unreadable_media`.
 * @param signal ends it early
 * @throws ReadError when `read` fails; the signal's reason
 */
export async function probe(size: number, read: ReadRange, signal?: AbortSignal, limits = PROBE_LIMITS): Promise<ProbeOutcome> {
  signal?.throwIfAborted();
  const thread = new Worker(THREAD, {
    workerData: { size, mostMemory: limits.memory },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    stdout: true, // MediaInfo's own words go nowhere
    stderr: true,
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<ProbeOutcome>();
  const unreadable = () => resolve({ failure: 'unreadable_media' });
  const stop = () => reject(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(unreadable, limits.milliseconds);
  let bytes = 0;
  thread.on('message', (message: { from: number; length: number } | { tracks: Track[] }) => {
    if ('tracks' in message) return resolve(outcomeOf(message.tracks));
    bytes += message.length;
    if (bytes > limits.bytes) return unreadable();
    read(message.from, message.length).then(
      (chunk) => thread.postMessage(chunk),
      (cause: unknown) => reject(new ReadError('the file could not be read', { cause })),
    );
  });
  thread.once('error', unreadable).once('exit', unreadable);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
