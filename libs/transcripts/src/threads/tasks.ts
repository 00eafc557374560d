/** The work on transcripts that takes a thread when they are large. This module is what a thread loads. */
import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { joinedBlocks } from '@app/process/gathered-bytes';
import { retime, scanTranscript, toSrt, toVtt, type Edit, type Subtitle } from '@app/subtitles';
import { move } from 'piscina';
import { decompress } from '../compression.js';
import { readTranscript, readUpload, type UploadOutcome } from '../read-upload.js';
import { writeForm, type TranscriptForm, type TranscriptHead } from '../transcript-forms.js';

/** Niceness of a thread: other requests come first. */
const NICENESS = 10;

// Only on Linux does a thread have a priority of its own.
if (!isMainThread && process.platform === 'linux') setPriority(Math.max(NICENESS, getPriority()));

/** A stored file in pieces. */
export type StoredFile = { readonly head: TranscriptHead; readonly content: readonly Uint8Array[] };
type RenderTask = StoredFile & { readonly form: TranscriptForm };
type RetimeTask = StoredFile & { readonly edits: readonly Edit[] };

/** The outcome of edits of a transcript. `upload` is undefined where no subtitle is left. */
export type RetimedFile = { readonly segmentCount: number; readonly segmentsRemoved: number; readonly upload?: UploadOutcome };

/** Judges the body of an upload, whose blocks are empty afterwards. */
export function judgeUpload(blocks: readonly Uint8Array<ArrayBuffer>[]): UploadOutcome {
  return readUpload(joinedBlocks(blocks));
}

export function renderTranscript({ head, content, form }: RenderTask): Uint8Array {
  // A Buffer may share its memory, which cannot be moved.
  const file = new TextEncoder().encode(writeForm(subtitlesOf({ head, content }), form, head));
  // A copy of ten megabytes would block the event loop for 60 ms.
  return isMainThread ? file : (move(file) as Uint8Array);
}

/** Moves a stored transcript as its audio was edited, and judges what comes out. */
export function retimeTranscript({ edits, ...stored }: RetimeTask): RetimedFile {
  const { format } = stored.head;
  const before = subtitlesOf(stored);
  const moved = retime(before, edits);
  const counts = { segmentCount: moved.length, segmentsRemoved: before.length - moved.length };
  if (moved.length === 0) return counts;
  return { ...counts, upload: readTranscript(format === 'vtt' ? toVtt(moved) : toSrt(moved, 'srt'), format) };
}

function subtitlesOf({ head, content }: StoredFile): readonly Subtitle[] {
  const subtitles: Subtitle[] = [];
  const { defectCount } = scanTranscript(decompress(Buffer.concat(content)), { ...head, onSubtitle: (one) => subtitles.push(one) });
  if (defectCount > 0) throw new Error(`version ${head.number} of the transcript of ${head.episodeId} cannot be read`);
  return subtitles;
}
