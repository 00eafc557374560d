import type { ErrorDetail } from '@app/http';
import type { TranscriptFormat } from '@app/subtitles';

export type UploadFields = { readonly content: string; readonly format: TranscriptFormat | undefined };

const FIELDS: readonly string[] = ['format', 'content'];

/** The fields of an upload, or everything that is wrong with them. */
export function readFields(text: string): UploadFields | { readonly errors: readonly ErrorDetail[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { errors: [{ field: null, code: 'invalid_json', message: 'The body is not valid JSON.' }] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { errors: [{ field: null, code: 'invalid', message: 'The body must be a JSON object.' }] };
  }
  const { content, format } = json as { content?: unknown; format?: unknown };
  const errors: ErrorDetail[] = Object.keys(json)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => ({ field: field.slice(0, 100), code: 'unknown_field', message: 'There is no such field.' }));
  if (content === undefined) {
    errors.push({ field: 'content', code: 'required', message: 'content is required: the whole text of the file.' });
  } else if (typeof content !== 'string') errors.push({ field: 'content', code: 'invalid', message: 'content must be a string.' });
  if (format !== undefined && format !== 'srt' && format !== 'vtt') {
    errors.push({ field: 'format', code: 'invalid', message: 'format must be "srt" or "vtt", or be left out.' });
  }
  return errors.length > 0 || typeof content !== 'string' ? { errors } : { content, format: format as TranscriptFormat | undefined };
}
