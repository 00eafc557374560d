import { httpErrors, type ErrorDetail } from '@app/http/errors';
import type { TranscriptFormat } from '@app/subtitles';

type UploadFields = { readonly content: string; readonly format: TranscriptFormat | undefined };

const FIELDS: readonly string[] = ['format', 'content'];

/** The fields of an upload, or everything that is wrong with them. */
export function readFields(text: string): UploadFields | { readonly errors: readonly ErrorDetail[] } {
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
    .map((field) => httpErrors.unknown_field.detail({}, field.slice(0, 100)));
  if (content === undefined) {
    errors.push(httpErrors.required.detail('content is required: the whole text of the file.', 'content'));
  } else if (typeof content !== 'string') errors.push(httpErrors.invalid.detail('content must be a string.', 'content'));
  if (format !== undefined && format !== 'srt' && format !== 'vtt') {
    errors.push(httpErrors.invalid.detail('format must be "srt" or "vtt", or be left out.', 'format'));
  }
  return errors.length > 0 || typeof content !== 'string' ? { errors } : { content, format: format as TranscriptFormat | undefined };
}
