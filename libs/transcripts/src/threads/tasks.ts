/** The work on transcripts that takes a thread when they are large. This module is what a thread loads. */
import { getPriority, setPriority } from 'node:os';
import { parseTranscript } from '@app/subtitles';
import { decompress } from '../compression.js';
import { readUpload, type UploadOutcome } from '../read-upload.js';
import { writeForm, type TranscriptForm, type TranscriptHead } from '../transcript-forms.js';

/** Niceness of a thread: other requests come first. */
const NICENESS = 10;

export type RenderTask = { readonly head: TranscriptHead; readonly content: Uint8Array; readonly form: TranscriptForm };

/** Judges the body of an upload. */
export function judgeUpload(body: Uint8Array<ArrayBuffer>): UploadOutcome {
  return readUpload(body);
}

/** Writes a stored transcript in one of its forms. */
export function renderTranscript({ head, content, form }: RenderTask): Uint8Array {
  const outcome = parseTranscript(decompress(content), head.format);
  if (!outcome.ok) throw new Error(`version ${head.number} of the transcript of ${head.episodeId} cannot be read`);
  return Buffer.from(writeForm(outcome.subtitles, form, head));
}

/** Gives way to other threads. Only on Linux does a thread have a priority of its own. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(Math.max(NICENESS, getPriority()));
}

/** {@link judgeUpload} in a thread. */
export function judgeUploadInThread(body: Uint8Array<ArrayBuffer>): UploadOutcome {
  giveWay();
  return judgeUpload(body);
}

/** {@link renderTranscript} in a thread. */
export function renderTranscriptInThread(task: RenderTask): Uint8Array {
  giveWay();
  return renderTranscript(task);
}
