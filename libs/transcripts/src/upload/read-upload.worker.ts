import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { readUpload, type UploadOutcome } from './read-upload.js';

/** Niceness of the thread: a transcript may take a moment longer, other requests should not. */
const NICE = 10;

giveWay();

/** The thread's task: bytes come in by transfer and rows go out by transfer; nothing large is copied between threads. */
export default function task({ body, episodeId }: { readonly body: Uint8Array<ArrayBuffer>; readonly episodeId: string }): unknown {
  const outcome = readUpload(body, episodeId);
  return outcome.ok ? withoutCopying(outcome) : outcome;
}

/** `move` sees the value it is given, not what is inside: the outcome itself says which of its buffers go over. */
function withoutCopying(outcome: UploadOutcome & { ok: true }): unknown {
  return move({ [transferableSymbol]: [outcome.rows.buffer], [valueSymbol]: outcome });
}

/** Where all cores are busy, the event loop goes first. Linux alone has threads with a priority of their own (sched(7)). */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICE);
  } catch {
    // No /proc, or a sandbox that forbids it: then all threads are equal.
  }
}
