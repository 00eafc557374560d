import { formatTime } from '@app/subtitles';
import { escapeUTF8 } from 'entities';
import type { Chapter } from './chapter.entity.js';

/** `HH:MM:SS.mmm Title`, a line for each chapter that is shown. */
export function toText(chapters: readonly Chapter[]): string {
  return shown(chapters)
    .map(({ startTime, title }) => `${clock(startTime)} ${(title ?? '').replace(/\s+/g, ' ')}\n`)
    .join('');
}

/** Podlove Simple Chapters. */
export function toPodlove(chapters: readonly Chapter[]): string {
  const elements = shown(chapters).map(({ startTime, title, url, img }) => {
    const attributes = { start: clock(startTime), title, href: url, image: img };
    const written = Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escapeUTF8(value)}"`]));
    return `  <psc:chapter${written.join('')}/>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">\n${elements.join('')}</psc:chapters>\n`;
}

/** Neither form has silent markers. */
function shown(chapters: readonly Chapter[]): readonly Chapter[] {
  return chapters.filter(({ toc }) => toc !== false);
}

function clock(seconds: number): string {
  return formatTime(Math.round(seconds * 1000), '.');
}
