import { scanTranscript } from '@app/subtitles';
import { readFields } from './fields.js';
import type { UploadOutcome } from './read-upload.js';
import { SegmentRows } from './segment-rows.js';

/**
 * Reads an upload without decoding it: its bytes are taken for Latin-1, in which JSON and both formats look the same, so the texts of
 * the subtitles are copied from the body to the rows (docs/adr/0067). Nearly all uploads that are accepted take this path.
 *
 * @param json valid UTF-8, one byte a character
 * @returns undefined when the body has to be decoded: it has characters as escapes, or something is wrong with it
 */
export function readBytes(json: string, episodeId: string): (UploadOutcome & { ok: true }) | undefined {
  if (json.includes('\\u')) return undefined;
  const fields = readFields(json);
  if ('errors' in fields) return undefined;
  const { content, format } = fields;
  const rows = new SegmentRows(episodeId, 'latin1', content.length);
  const outcome = scanTranscript(content, { format, isBytes: true, mayShare: true, onSubtitle: (subtitle) => rows.add(subtitle) });
  if (outcome.defectCount > 0) return undefined;
  return { ok: true, format: outcome.format, segmentCount: outcome.count, rows: rows.end() };
}
