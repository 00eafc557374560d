import type { Writable } from 'node:stream';
import type { CsvFile } from './analytics.service.js';

/** Milliseconds in which a client must take what was sent to it. */
export const PATIENCE_MS = 30_000;

/**
 * Sends a file, no faster than the client reads. One that goes away, or takes nothing for a while, ends it: nobody holds a snapshot of
 * the database by reading slowly. The connection is cut then, so that what was sent does not look like the whole.
 */
export async function sendFile(file: CsvFile, out: Writable, patienceMs = PATIENCE_MS): Promise<void> {
  try {
    for (let piece = await file.read(); piece !== ''; piece = await file.read()) {
      if (out.destroyed) return;
      if (!out.write(piece) && !(await drained(out, patienceMs))) {
        out.destroy();
        return;
      }
    }
    out.end();
  } finally {
    await file.close();
  }
}

/** @returns false when the client has gone, or has not taken everything in time */
function drained(out: Writable, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (taken: boolean) => {
      clearTimeout(timer);
      out.off('drain', onDrain).off('close', onClose);
      resolve(taken);
    };
    const onDrain = () => settle(true);
    const onClose = () => settle(false);
    const timer = setTimeout(onClose, patienceMs);
    out.once('drain', onDrain).once('close', onClose);
  });
}
