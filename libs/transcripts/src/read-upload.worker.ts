import { move, transferableSymbol, valueSymbol } from 'piscina';
import { readUpload, type UploadOutcome } from './read-upload.js';

/** The thread's task: bytes come in by transfer and rows go out by transfer; nothing large is copied between threads. */
export default function task({ body, episodeId }: { readonly body: Uint8Array<ArrayBuffer>; readonly episodeId: string }): unknown {
  const outcome = readUpload(body, episodeId);
  return outcome.ok ? withoutCopying(outcome) : outcome;
}

/** `move` sees the value it is given, not what is inside: the outcome itself says which of its buffers go over. */
function withoutCopying(outcome: UploadOutcome & { ok: true }): unknown {
  return move({ [transferableSymbol]: [outcome.rows.buffer], [valueSymbol]: outcome });
}
