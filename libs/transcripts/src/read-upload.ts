import { type ErrorDetail, httpErrors } from '@app/http/errors';
import { isTooLarge, MAX_DEFECTS, scanTranscript, type Defect, type TranscriptFormat } from '@app/subtitles';
import { compress } from './compression.js';
import { defectErrors } from './transcripts.errors.js';

/** Most bytes of a body outside strings, but for white space: the limit for whole bodies of other routes. */
const MAX_BYTES_OUTSIDE_STRINGS = 1_000_000;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const FIELDS: readonly string[] = ['format', 'content'];

type UploadFields = { readonly content: string; readonly format: TranscriptFormat | undefined };

export type AcceptedUpload = {
  readonly ok: true;
  readonly format: TranscriptFormat;
  readonly segmentCount: number;
  /** Bytes of UTF-8 of the file. */
  readonly byteSize: number;
  /** The file as it is stored. */
  readonly content: Uint8Array;
};

/** An upload that may be stored, or everything that is wrong with it. */
export type UploadOutcome =
  AcceptedUpload | { readonly ok: false; readonly message: string; readonly errors: readonly ErrorDetail[]; readonly truncated: boolean };

/**
 * Judges the JSON body of an upload. Order of checks: JSON, size in bytes, fields, signature, then the file
 * (contract 5). The body is empty afterwards: its memory is needed for what is made of it.
 */
export function readUpload(body: Uint8Array<ArrayBuffer>): UploadOutcome {
  if (hasTooMuchStructure(body)) {
    return refused('The body is not valid.', [httpErrors.invalid.detail('The body holds far more than a format and a content.')]);
  }
  const text = new TextDecoder().decode(body);
  body.buffer.transfer(0); // frees the memory at once
  const fields = readFields(text);
  if ('errors' in fields) {
    const { errors } = fields;
    const message = errors[0]?.code === httpErrors.invalid_json.code ? 'The body is not valid JSON.' : 'The body is not valid.';
    return { ...refused(message, errors.slice(0, MAX_DEFECTS)), truncated: errors.length > MAX_DEFECTS };
  }
  return readTranscript(fields.content, fields.format);
}

/** Judges a transcript that did not come as JSON. */
export function readTranscript(content: string, format: TranscriptFormat | undefined): UploadOutcome {
  const bytes = Buffer.from(content); // half of a surrogate pair becomes U+FFFD: UTF-8 has none
  const byteSize = bytes.length;
  const { count, defects, defectCount, ...outcome } = scanTranscript(content, { format, byteSize, onSubtitle: () => undefined });
  if (defectCount > 0)
    return {
      ...refused('The transcript has defects; nothing was stored.', defects.map(detailOf)),
      truncated: defectCount > defects.length,
    };
  return { ok: true, format: outcome.format, segmentCount: count, byteSize, content: compress(bytes) };
}

/** A defect is reported as it is: its codes are declared in the table of the feature. */
export function detailOf(defect: Defect): ErrorDetail {
  return { ...defect, code: defectErrors[defect.code].code };
}

function refused(message: string, errors: readonly ErrorDetail[]): UploadOutcome & { ok: false } {
  return { ok: false, message, errors, truncated: false };
}

/** The fields of an upload, or everything that is wrong with them. */
function readFields(text: string): UploadFields | { readonly errors: readonly ErrorDetail[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { errors: [httpErrors.invalid_json.detail()] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { errors: [httpErrors.invalid.detail('The body must be a JSON object.')] };
  }
  const { content, format } = json as { content?: unknown; format?: unknown };
  const errors: ErrorDetail[] = Object.keys(json)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => httpErrors.unknown_field.detail({ allowed: FIELDS }, field.slice(0, 100)));
  if (content === undefined) {
    errors.push(httpErrors.required.detail('content is required: the whole text of the file.', 'content'));
  } else if (typeof content !== 'string') errors.push(httpErrors.invalid.detail('content must be a string.', 'content'));
  if (format !== undefined && format !== 'srt' && format !== 'vtt') {
    errors.push(httpErrors.invalid.detail('format must be "srt" or "vtt", or be left out.', 'format'));
  }
  if (typeof content !== 'string') return { errors };
  if (errors.length === 0) return { content, format: format as TranscriptFormat | undefined };
  return isTooLarge(content) ? { content, format: undefined } : { errors }; // the scan says that it is
}

/**
 * Whether a JSON text has more outside its strings than a few members need. Each bracket and comma there may become an
 * object: 30 MB of them need gigabytes, and running out of memory inside `JSON.parse` ends the whole process, whatever
 * the limits of the thread are. One pass, from quote to quote.
 */
export function hasTooMuchStructure(json: Uint8Array): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  let outside = 0;
  for (let at = 0; at < bytes.length;) {
    const quote = bytes.indexOf(QUOTE, at);
    const end = quote < 0 ? bytes.length : quote;
    for (let index = at; index < end; index += 1) if ((bytes[index] ?? 0) > SPACE) outside += 1;
    if (outside > MAX_BYTES_OUTSIDE_STRINGS) return true;
    if (quote < 0) return false;
    at = endOfString(bytes, quote + 1);
  }
  return false;
}

/** @returns index behind the quote that ends the string: the first one that follows an even number of backslashes */
function endOfString(bytes: Buffer, begin: number): number {
  for (let quote = bytes.indexOf(QUOTE, begin); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let first = quote;
    while (first > begin && bytes[first - 1] === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return bytes.length;
}
