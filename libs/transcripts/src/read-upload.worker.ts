import { move } from 'piscina';
import { readUpload } from './read-upload.js';

/** The thread's task: bytes come in by transfer and rows go out by transfer; nothing large is copied between threads. */
export default function task({ body, episodeId }: { readonly body: Uint8Array; readonly episodeId: string }): unknown {
  const outcome = readUpload(body, episodeId);
  return outcome.ok ? { ...outcome, rows: move(outcome.rows) } : outcome;
}
