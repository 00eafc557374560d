// PLACEHOLDER of the founder so that others can run: the parser's author replaces this file.
import type { Subtitle } from './parse.js';
const time = (ms: number, mark: string) => {
  const p = (n: number, w = 2) => String(n).padStart(w, '0');
  return `${p(Math.floor(ms / 3_600_000))}:${p(Math.floor(ms / 60_000) % 60)}:${p(Math.floor(ms / 1000) % 60)}${mark}${p(ms % 1000, 3)}`;
};
export const VTT_HEADER = 'WEBVTT\n\n';
export const vttCue = ({ startMs, endMs, speaker, text }: Subtitle): string =>
  `${time(startMs, '.')} --> ${time(endMs, '.')}\n${speaker === null ? '' : `<v ${speaker}>`}${text}\n\n`;
export const srtCue = ({ startMs, endMs, speaker, text }: Subtitle, position: number): string =>
  `${position + 1}\n${time(startMs, ',')} --> ${time(endMs, ',')}\n${speaker === null ? '' : `${speaker}: `}${text}\n\n`;
