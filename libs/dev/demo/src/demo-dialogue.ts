/** One turn of one speaker. */
type Line = readonly [speaker: string, text: string];

/** A part of an episode: its chapter and what is said in it. */
export type Part = { readonly title: string; readonly summary?: string; readonly lines: readonly Line[] };

type Word = { readonly start: number; readonly end: number; readonly text: string };

type Cue = { readonly speaker: string; readonly opens: boolean; readonly words: readonly Word[] };

type Chapter = { readonly startTime: number; readonly title: string; readonly summary?: string };

/** An episode as it was spoken: every time is worked out from the words, in seconds. */
export type Spoken = { readonly cues: readonly Cue[]; readonly chapters: readonly Chapter[]; readonly duration: number };

/** Most characters of a row on screen, and of a subtitle: two such rows, with room for a name. */
const LINE = 42;
const SUBTITLE = 2 * LINE - 12;

/** Milliseconds: before the first word, between subtitles, when somebody else speaks, between parts, after the last word. */
const PAUSE = { first: 1800, next: 80, turn: 420, part: 2600, last: 3200 } as const;

/** Speaks the parts at the pace of a person who thinks: about 150 words a minute. */
export function speak(parts: readonly Part[]): Spoken {
  const cues: Cue[] = [];
  const chapters: Chapter[] = [];
  let at = PAUSE.first;
  for (const { title, summary, lines } of parts) {
    // A chapter begins with the pause before its first word; the first one with the episode.
    chapters.push({ startTime: chapters.length === 0 ? 0 : seconds(at), title, ...(summary === undefined ? {} : { summary }) });
    if (chapters.length > 1) at += PAUSE.part;
    for (const [speaker, text] of lines) {
      for (const [piece, words] of pieces(text).entries()) {
        const timed = words.map((word) => {
          const start = at;
          at += 90 + 52 * word.length + (/[.?!:]$/.test(word) ? 240 : word.endsWith(',') ? 110 : 0);
          return { start: seconds(start), end: seconds(at), text: word };
        });
        cues.push({ speaker, opens: piece === 0, words: timed });
        at += PAUSE.next;
      }
      at += PAUSE.turn;
    }
  }
  return { cues, chapters, duration: Math.ceil((at + PAUSE.last) / 1000) };
}

/** A WebVTT file: every subtitle names its speaker. */
export function webvtt({ cues }: Spoken): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const blocks = cues.map(
    ({ speaker, words }) =>
      `${timing(words, '.')}\n<v ${escaped(speaker)}>${onScreen(escaped(words.map(({ text }) => text).join(' ')))}</v>\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** An SRT file: who speaks stands before the text where that changes, as SRT has no other way. */
export function subrip({ cues }: Spoken): string {
  return cues
    .map(({ speaker, opens, words }, index) => {
      const text = words.map(({ text: word }) => word).join(' ');
      return `${index + 1}\n${timing(words, ',')}\n${onScreen(opens ? `${speaker}: ${text}` : text)}\n`;
    })
    .join('\n');
}

/** Word-level timings, as automatic transcription leaves them. */
export function wordsOf({ cues }: Spoken): Word[] {
  return cues.flatMap(({ words }) => words);
}

function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}

/** A text as subtitles, each a list of words. */
function pieces(text: string): string[][] {
  return rows(text, SUBTITLE).map((piece) => piece.split(' '));
}

function onScreen(text: string): string {
  return rows(text, LINE).join('\n');
}

/** A text in as few rows of at most so many characters as it takes, about equally long. */
function rows(text: string, most: number): string[] {
  const fewest = filled(text, most).length;
  let width = Math.ceil(text.length / fewest);
  while (filled(text, width).length > fewest) width += 1;
  return filled(text, width);
}

function filled(text: string, width: number): string[] {
  const full: string[] = [];
  for (const word of text.split(' ')) {
    const row = full.at(-1);
    if (row !== undefined && row.length + 1 + word.length <= width) full[full.length - 1] = `${row} ${word}`;
    else full.push(word);
  }
  return full;
}

function timing(words: readonly Word[], sign: '.' | ','): string {
  return `${clock(words[0]?.start ?? 0, sign)} --> ${clock(words.at(-1)?.end ?? 0, sign)}`;
}

function clock(time: number, sign: '.' | ','): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const milliseconds = String(Math.round(time * 1000) % 1000).padStart(3, '0');
  return `${two(time / 3600)}:${two((time / 60) % 60)}:${two(time % 60)}${sign}${milliseconds}`;
}
