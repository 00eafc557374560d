import { isUtf8 } from 'node:buffer';
import { httpErrors, type ErrorDetail } from '@app/http/errors';
import { MAX_DEFECTS, scanTranscript, type Defect, type TranscriptFormat } from '@app/subtitles';
import { defectErrors } from '../transcripts.errors.js';
import { readFields } from './fields.js';
import { hasTooMuchStructure } from './json-outline.js';
import { readBytes } from './read-bytes.js';
import { SegmentRows } from './segment-rows.js';

/** An upload that may be stored, with its rows ready for COPY, or everything that is wrong with it. */
export type UploadOutcome =
  | { readonly ok: true; readonly format: TranscriptFormat; readonly segmentCount: number; readonly rows: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly message: string; readonly errors: readonly ErrorDetail[]; readonly truncated: boolean };

/**
 * Judges the JSON body of an upload, from the bytes to the rows. Plain data in and out: it runs in a thread when the body is
 * large. Order of checks: JSON, fields, size in bytes, format, signature, then the file (transcripts.md). The body is empty
 * afterwards: its memory is needed for what is made of it.
 */
export function readUpload(body: Uint8Array<ArrayBuffer>, episodeId: string): UploadOutcome {
  if (hasTooMuchStructure(body)) {
    return refused('The body is not valid.', [httpErrors.invalid.detail('The body holds far more than a format and a content.')]);
  }
  const isValid = isUtf8(body);
  const json = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  body.buffer.transfer(0); // frees the memory at once
  const stored = isValid ? readBytes(json, episodeId) : undefined;
  if (stored) return stored;
  const fields = readFields(new TextDecoder().decode(Buffer.from(json, 'latin1')));
  if ('errors' in fields) {
    const { errors } = fields;
    const message = errors[0]?.code === httpErrors.invalid_json.code ? 'The body is not valid JSON.' : 'The body is not valid.';
    return { ...refused(message, errors.slice(0, MAX_DEFECTS)), truncated: errors.length > MAX_DEFECTS };
  }
  return readTranscript(fields.content, fields.format, episodeId);
}

/** The same for a transcript that did not come as JSON. */
export function readTranscript(content: string, format: TranscriptFormat | undefined, episodeId: string): UploadOutcome {
  const rows = new SegmentRows(episodeId, 'utf8', content.length);
  const outcome = scanTranscript(content, { format, mayShare: true, onSubtitle: (subtitle) => rows.add(subtitle) });
  const { count, defects, defectCount } = outcome;
  if (defectCount === 0) return { ok: true, format: outcome.format, segmentCount: count, rows: rows.end() };
  return { ...refused('The transcript has defects; nothing was stored.', defects.map(detailOf)), truncated: defectCount > defects.length };
}

/** A defect is reported as it is: its codes are declared in the table of the feature. */
function detailOf(defect: Defect): ErrorDetail {
  return { ...defect, code: defectErrors[defect.code].code };
}

function refused(message: string, errors: readonly ErrorDetail[]): UploadOutcome & { ok: false } {
  return { ok: false, message, errors, truncated: false };
}
