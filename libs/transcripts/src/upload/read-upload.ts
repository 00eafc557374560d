import type { ErrorDetail } from '@app/http';
import { MAX_DEFECTS, parseTranscript, type TranscriptFormat } from '@app/subtitles';
import { isIntricate } from './json-outline.js';
import { segmentRows } from './segment-rows.js';

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
  if (isIntricate(body)) {
    return refused('The body is not valid.', [
      { field: null, code: 'invalid', message: 'The body holds far more than a format and a content.' },
    ]);
  }
  let json: unknown;
  try {
    const text = new TextDecoder().decode(body);
    body.buffer.transfer(0);
    json = JSON.parse(text);
  } catch {
    return refused('The body is not valid JSON.', [{ field: null, code: 'invalid_json', message: 'The body is not valid JSON.' }]);
  }
  const fields = readFields(json);
  if ('errors' in fields) {
    const { errors } = fields;
    return { ...refused('The body is not valid.', errors.slice(0, MAX_DEFECTS)), truncated: errors.length > MAX_DEFECTS };
  }
  return readTranscript(fields.content, fields.format, episodeId);
}

/** The same for a transcript that did not come as JSON. */
export function readTranscript(content: string, format: TranscriptFormat | undefined, episodeId: string): UploadOutcome {
  const parsed = parseTranscript(content, format);
  if (!parsed.ok) {
    return {
      ...refused('The transcript has defects; nothing was stored.', parsed.defects),
      truncated: parsed.defectCount > parsed.defects.length,
    };
  }
  const { format: found, subtitles } = parsed;
  return { ok: true, format: found, segmentCount: subtitles.length, rows: segmentRows(episodeId, subtitles) };
}

function refused(message: string, errors: readonly ErrorDetail[]): UploadOutcome & { ok: false } {
  return { ok: false, message, errors, truncated: false };
}

const FIELDS: readonly string[] = ['format', 'content'];

function readFields(json: unknown): { content: string; format: TranscriptFormat | undefined } | { errors: ErrorDetail[] } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { errors: [{ field: null, code: 'invalid', message: 'The body must be a JSON object.' }] };
  }
  const { content, format } = json as { content?: unknown; format?: unknown };
  const errors: ErrorDetail[] = Object.keys(json)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => ({ field: field.slice(0, 100), code: 'unknown_field', message: 'There is no such field.' }));
  if (content === undefined)
    errors.push({ field: 'content', code: 'required', message: 'content is required: the whole text of the file.' });
  else if (typeof content !== 'string') errors.push({ field: 'content', code: 'invalid', message: 'content must be a string.' });
  if (format !== undefined && format !== 'srt' && format !== 'vtt') {
    errors.push({ field: 'format', code: 'invalid', message: 'format must be "srt" or "vtt", or be left out.' });
  }
  return errors.length > 0 || typeof content !== 'string' ? { errors } : { content, format: format as TranscriptFormat | undefined };
}
