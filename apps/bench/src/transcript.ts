/** The largest transcript that may be uploaded, 10,485,760 bytes and 20,000 subtitles, the same in every run. */

const BYTES = 10 * 1024 * 1024;
const SUBTITLES = 20_000;
const SPEAKERS = ['Anna', 'Bernd Müller', 'Chloé', 'Dr. Okafor'];
/** People talking, in several languages: typographic quotes and accents, as real files have them. */
const WORDS = (
  'so what we found is that the first release went out without anybody noticing and “that is the point” she said because the ' +
  'cache was cold – naïve, in hindsight – and every request took the long way round; señor García über die Straße çok güzel ' +
  'which is why I’d rather measure than guess you know and then we rolled it back and wrote a test for it before lunch'
).split(' ');

type Row = { start: number; end: number; speaker: string; text: string };

let made: readonly Row[] | undefined;

function rows(): readonly Row[] {
  if (made) return made;
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 0x7fff_ffff) / 0x7fff_ffff;
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  made = Array.from({ length: SUBTITLES }, (_, number) => {
    // Somewhat less than its share of the file; what is missing is filled up below.
    let text = word();
    for (let bytes = Buffer.byteLength(text), column = text.length; bytes < 440;) {
      const next = word();
      column = column + next.length > 60 ? next.length : column + next.length + 1;
      text += `${column === next.length ? '\n' : ' '}${next}`;
      bytes += Buffer.byteLength(next) + 1;
    }
    return { start: number * 2000, end: number * 2000 + 1900, speaker: SPEAKERS[Math.floor(number / 3) % SPEAKERS.length] ?? '', text };
  });
  return made;
}

function time(ms: number, mark: string) {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

/** @returns exactly {@link BYTES} bytes of UTF-8 */
function transcript(format: 'vtt' | 'srt'): string {
  const cue =
    format === 'vtt'
      ? ({ start, end, speaker, text }: Row) => `${time(start, '.')} --> ${time(end, '.')}\n<v ${speaker}>${text}`
      : ({ start, end, speaker, text }: Row, number: number) =>
          `${number + 1}\n${time(start, ',')} --> ${time(end, ',')}\n${speaker}: ${text}`;
  const cues = rows().map(cue);
  const head = format === 'vtt' ? 'WEBVTT\n\n' : '';
  const spare = BYTES - Buffer.byteLength(head) - cues.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0);
  if (spare < 0) throw new Error('the subtitles are too long');
  const each = Math.floor(spare / SUBTITLES);
  const more = spare - each * SUBTITLES;
  const padded = cues.map((text, number) => `${text}${'.'.repeat(each + (number < more ? 1 : 0))}\n\n`);
  return `${head}${padded.join('')}`;
}

export function transcriptBody(format: 'vtt' | 'srt') {
  return Buffer.from(JSON.stringify({ format, content: transcript(format) }));
}

/** The same subtitles as the bare handler takes them: split already, nothing left to parse but JSON. */
export function rowsBody() {
  const all = rows();
  const file = transcript('vtt');
  // As long as those in the file, whose padding belongs to the texts.
  const texts = file.slice('WEBVTT\n\n'.length).split('\n\n', SUBTITLES);
  return Buffer.from(
    JSON.stringify({
      rows: all.map(({ start, end, speaker }, number) => ({ start, end, speaker, text: texts[number]?.split(`<v ${speaker}>`)[1] })),
    }),
  );
}
