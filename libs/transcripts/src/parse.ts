// PLACEHOLDER of the founder so that others can run: the parser's author replaces this file.
import type { Defect, TranscriptFormat } from './defects.js';
export type { TranscriptFormat } from './defects.js';
export type Subtitle = { readonly startMs: number; readonly endMs: number; readonly speaker: string | null; readonly text: string };
export type ParseOutcome =
  | { readonly ok: true; readonly format: TranscriptFormat; readonly subtitles: readonly Subtitle[] }
  | { readonly ok: false; readonly defects: readonly Defect[]; readonly defectCount: number };
const T = /^(?:(\d+):)?(\d\d?):(\d\d)[.,](\d{3})[ \t]*-->[ \t]*(?:(\d+):)?(\d\d?):(\d\d)[.,](\d{3})/;
const ms = (m: RegExpExecArray, i: number) =>
  Number(m[i] ?? 0) * 3_600_000 + Number(m[i + 1]) * 60_000 + Number(m[i + 2]) * 1000 + Number(m[i + 3]);
export function parseTranscript(content: string, format?: TranscriptFormat): ParseOutcome {
  const subtitles: Subtitle[] = [];
  const defects: Defect[] = [];
  const fail = (code: string, line: number) => defects.push({ field: 'content', code, message: code, line, subtitle: null });
  const lines = content.split(/\r\n|\r|\n/);
  for (let i = 0; i < lines.length; i++) {
    const m = T.exec(lines[i] ?? '');
    if (!m) continue;
    const at = i + 1;
    const text: string[] = [];
    while (i + 1 < lines.length && lines[i + 1] !== '') text.push(lines[++i] ?? '');
    const voice = /^<v(?:\.\S+)? ([^>]+)>/.exec(text[0] ?? '');
    const s = {
      startMs: ms(m, 1),
      endMs: ms(m, 5),
      speaker: voice?.[1] ?? null,
      text: text
        .join('\n')
        .replace(/^<v[^>]*>/, '')
        .replace('</v>', ''),
    };
    if (s.endMs < s.startMs) fail('reversed_times', at);
    subtitles.push(s);
  }
  if (subtitles.length === 0) fail('empty', 1);
  if (defects.length > 0) return { ok: false, defects, defectCount: defects.length };
  return { ok: true, format: format ?? (content.startsWith('WEBVTT') ? 'vtt' : 'srt'), subtitles };
}
