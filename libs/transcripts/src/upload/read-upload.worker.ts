import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { readUpload, type UploadOutcome } from './read-upload.js';

/** Niceness of the thread: other requests come first. */
const NICENESS = 10;

lowerPriority();

/** The thread's task. The bytes of the body and the rows are transferred, not copied, between threads. */
export default function task({ body, episodeId }: { readonly body: Uint8Array<ArrayBuffer>; readonly episodeId: string }): unknown {
  const outcome = readUpload(body, episodeId);
  return outcome.ok ? withoutCopying(outcome) : outcome;
}

/** `move` looks at the value itself, not inside it: the outcome lists the buffers to transfer. */
function withoutCopying(outcome: UploadOutcome & { ok: true }): unknown {
  return move({ [transferableSymbol]: [outcome.rows.buffer], [valueSymbol]: outcome });
}

/** Lets the event loop run first on busy cores. Only Linux has a priority per thread (sched(7)). */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Without /proc, or in a sandbox that forbids it, all threads have the same priority.
  }
}
