import type { Subtitle } from './collector.js';
import type { TranscriptFormat } from './defects.js';
import { entityNameOf, tidy } from './reading/cue-text.js';
import { beginsLikeTime } from './reading/lines.js';
import { joined, replaceEach } from './reading/strings.js';
import { webText } from './srt-markup.js';

/** A WebVTT file, which {@link parseTranscript} reads as the same subtitles. @param stored the uploaded format */
export function toVtt(subtitles: Iterable<Subtitle>, stored: TranscriptFormat = 'vtt'): string {
  const cue = ({ startMs, endMs, speaker, text }: Subtitle) => {
    // A name that ends in two dashes would make an arrow with the end of its tag.
    const voice = speaker === null ? '' : `<v ${escape(speaker).replace(/--$/, '-&#45;')}>`;
    const words = fillEmptyLines(escapeText(webText(text, stored)));
    return `${formatTime(startMs, '.')} --> ${formatTime(endMs, '.')}\n${voice}${words}\n\n`;
  };
  return `WEBVTT\n\n${joined(subtitles, cue)}`;
}

/** An SRT file. Markup of SRT stays; tags that only WebVTT has are taken out of what was uploaded as WebVTT. */
export function toSrt(subtitles: Iterable<Subtitle>, stored: TranscriptFormat): string {
  let index = 0;
  return joined(subtitles, ({ startMs, endMs, speaker, text }) => {
    const words = stored === 'vtt' ? withoutTags(text, 'of WebVTT alone') : text;
    const spoken = speaker === null ? words : `${speaker}: ${words}`;
    return `${++index}\n${formatTime(startMs, ',')} --> ${formatTime(endMs, ',')}\n${fillEmptyLines(disarm(spoken))}\n\n`;
  });
}

/** Writes a transcript in the JSON of the Podcast Namespace: type `application/json` of `podcast:transcript`. */
export function toPodcastJson(subtitles: Iterable<Subtitle>, stored: TranscriptFormat): string {
  const segments = Array.from(subtitles, ({ startMs, endMs, speaker, text }) => ({
    speaker: speaker ?? undefined,
    startTime: startMs / 1000,
    endTime: endMs / 1000,
    body: plainWords(text, stored),
  }));
  return JSON.stringify({ version: '1.0.0', segments });
}

/** The words to be read: a paragraph for each change of speaker, its name in front; without one it goes on. */
export function toPlainText(subtitles: Iterable<Subtitle>, stored: TranscriptFormat): string {
  const paragraphs: { readonly speaker: string | null; readonly words: string[] }[] = [];
  for (const { speaker, text } of subtitles) {
    const words = plainWords(text, stored)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' ');
    const last = paragraphs.at(-1);
    if (words === '') continue;
    if (last && (speaker === null || speaker === last.speaker)) last.words.push(words);
    else paragraphs.push({ speaker, words: [words] });
  }
  return paragraphs.map(({ speaker, words }) => `${speaker === null ? '' : `${speaker}: `}${words.join(' ')}\n`).join('\n');
}

/** `HH:MM:SS` and three digits after the mark; hours have more digits when they need them. */
export function formatTime(ms: number, mark: '.' | ','): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

function escape(text: string): string {
  return replaceEach(text, /[&<>\u200e\u200f\u00a0\r]/g, ([character]) => `&${entityNameOf(character) ?? '#13'};`);
}

/**
 * Tags that a player knows, and timestamps; first those that SRT players know too. `v` is not among them: voices are
 * written from the speaker.
 */
const TAG = /^<(?:\/?(?:([biu])|c|ruby|rt|lang)(?=[.\s>])|\d)[^<>]*>$/;

/**
 * Encodes everything but the tags that are to work as tags. Parsing takes a tag as it stands, from `<` to the next `>`,
 * so one that holds an arrow would end its line: it is encoded like other text.
 */
function escapeText(text: string): string {
  if (!text.includes('<')) return escape(text);
  const writeTag = (tag: string) => (TAG.test(tag) && !tag.includes('-->') && !tag.includes('\r') ? tag : escape(tag));
  return joined(withTags(text), ([words, tag]) => escape(words) + writeTag(tag));
}

function plainWords(text: string, stored: TranscriptFormat): string {
  return withoutTags(webText(text, stored), 'all');
}

/** The text without the tags that a player knows: `all` of them, or those `of WebVTT alone`. */
function withoutTags(text: string, which: 'all' | 'of WebVTT alone'): string {
  if (!text.includes('<')) return text;
  const kept = joined(withTags(text), ([words, tag]) => {
    const known = TAG.exec(tag);
    return known && (which === 'all' || known[1] === undefined) ? words : words + tag;
  });
  return tidy(kept);
}

/**
 * The text before each `<…>` without a further `<` in it, and that tag; the tag after the last words is empty.
 * Linear: the next `>` is remembered.
 */
function* withTags(text: string): Generator<readonly [words: string, tag: string]> {
  let from = 0;
  let close = -1;
  for (let less = text.indexOf('<'); less >= 0;) {
    if (close < less) close = text.indexOf('>', less);
    if (close < 0) break;
    const next = text.indexOf('<', less + 1);
    if (next < 0 || next > close) {
      yield [text.slice(from, less), text.slice(less, close + 1)];
      from = close + 1;
    }
    less = next;
  }
  yield [text.slice(from), ''];
}

/** Words and line ends that SRT would take for timing lines and its own ends. Neither can come out of an SRT file. */
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
