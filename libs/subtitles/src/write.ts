import { entityNameOf, tidy } from './reading/cue-text.js';
import type { TranscriptFormat } from './defects.js';
import type { Subtitle } from './collector.js';
import { beginsLikeTime } from './reading/lines.js';

/** The first lines of a WebVTT file. */
export const VTT_HEADER = 'WEBVTT\n\n';

/** A cue of WebVTT, with the empty line after it. What {@link parseTranscript} makes of it is the same subtitle. */
export function vttCue({ startMs, endMs, speaker, text }: Subtitle): string {
  // A name that ends in two dashes would make an arrow with the end of its tag.
  const voice = speaker === null ? '' : `<v ${escape(speaker).replace(/--$/, '-&#45;')}>`;
  return `${formatTime(startMs, '.')} --> ${formatTime(endMs, '.')}\n${voice}${fillEmptyLines(escapeText(text))}\n\n`;
}

/**
 * A subtitle of SRT, with the empty line after it.
 * @param position from 0; the index is one more
 * @param stored the format in which it was uploaded: tags of WebVTT's own are taken out of WebVTT, and are words in SRT
 */
export function srtCue({ startMs, endMs, speaker, text }: Subtitle, position: number, stored: TranscriptFormat): string {
  const words = stored === 'vtt' ? withoutVttTags(text) : text;
  const spoken = speaker === null ? words : `${speaker}: ${words}`;
  return `${position + 1}\n${formatTime(startMs, ',')} --> ${formatTime(endMs, ',')}\n${fillEmptyLines(disarm(spoken))}\n\n`;
}

export function toVtt(subtitles: Iterable<Subtitle>): string {
  let file = VTT_HEADER;
  for (const subtitle of subtitles) file += vttCue(subtitle);
  return file;
}

export function toSrt(subtitles: Iterable<Subtitle>, stored: TranscriptFormat): string {
  let file = '';
  let position = 0;
  for (const subtitle of subtitles) file += srtCue(subtitle, position++, stored);
  return file;
}

/** `HH:MM:SS` and three digits after the mark; hours have more digits when they need them. */
export function formatTime(ms: number, mark: '.' | ','): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

function escape(text: string): string {
  return text.replace(/[&<>\u200e\u200f\u00a0\r]/g, (character) => `&${entityNameOf(character) ?? '#13'};`);
}

/**
 * Tags that a player knows, and timestamps; first those that SRT players know too. `v` is not among them: voices are written from the
 * speaker.
 */
const TAG = /^<(?:\/?(?:([biu])|c|ruby|rt|lang)(?=[.\s>])|\d)[^<>]*>$/;

/**
 * Encodes everything but the tags that are to work as tags. Parsing takes a tag as it stands, from `<` to the next `>`, so one that
 * holds an arrow would end its line: it is encoded like other text.
 */
function escapeText(text: string): string {
  if (!text.includes('<')) return escape(text);
  let out = '';
  for (const { words, tag } of splitTags(text)) {
    out += escape(words);
    out += TAG.test(tag) && !tag.includes('-->') && !tag.includes('\r') ? tag : escape(tag);
  }
  return out;
}

function withoutVttTags(text: string): string {
  if (!text.includes('<')) return text;
  let out = '';
  for (const { words, tag } of splitTags(text)) {
    const known = TAG.exec(tag);
    out += known && known[1] === undefined ? words : words + tag;
  }
  return tidy(out);
}

/** What stands before each `<…>` without a further `<` in it, and that; the tag after the last words is empty. Linear: the next `>` is remembered. */
function* splitTags(text: string): Generator<{ readonly words: string; readonly tag: string }> {
  let from = 0;
  let close = -1;
  for (let less = text.indexOf('<'); less >= 0;) {
    if (close < less) close = text.indexOf('>', less);
    if (close < 0) break;
    const next = text.indexOf('<', less + 1);
    if (next < 0 || next > close) {
      yield { words: text.slice(from, less), tag: text.slice(less, close + 1) };
      from = close + 1;
    }
    less = next;
  }
  yield { words: text.slice(from), tag: '' };
}

/** Words that SRT would take for a timing line, and line ends that it would take for its own. Neither can come out of an SRT file. */
function disarm(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r', ' ') : text;
  if (!lines.includes('-->')) return lines;
  return lines
    .split('\n')
    .map((line) => (beginsLikeTime(line, 0, line.length) ? line.replaceAll('-->', '→') : line))
    .join('\n');
}

/** An empty line would end the cue; one with a space does not, and its space is trimmed when it is read. */
function fillEmptyLines(text: string): string {
  return text.includes('\n\n') ? text.replace(/\n(?=\n)/g, '\n ') : text;
}
