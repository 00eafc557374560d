/** `0:00 Intro`, `01:02:03.500 - Title`, and brackets round the time: descriptions on YouTube and mp4chaps (native). */
const TIME = /^[([]?((?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)[)\]]?(?=\s|$)/;

/** `CHAPTER01=00:00:00.000` and `CHAPTER01NAME=Intro` in the line below: mp4chaps (common). */
const NAMED = /^CHAPTER(\d{1,4})=(\S{1,20})\nCHAPTER\1NAME=(.*)$/i;

/** Chapters of lines with a time and a title, and the numbers of the lines that are neither empty nor a chapter. */
export function readChapterLines(text: string) {
  const chapters: { startTime: number; title: string }[] = [];
  const unread: number[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    const named = NAMED.exec(`${line.trim()}\n${lines[index + 1]?.trim()}`);
    if (named) lines[index + 1] = '';
    const words = named ? `${named[2]} ${named[3]}` : line.trim();
    if (words === '') continue;
    const [before = '', time = ''] = TIME.exec(words) ?? [];
    const startTime = secondsOf(time);
    const title = words.slice(before.length).trimStart().replace(/^[-–—:|•]\s+/, ''); // prettier-ignore
    if (startTime === undefined) unread.push(index + 1);
    else chapters.push({ startTime, title });
  }
  return { chapters, unread };
}

/** `HH:MM:SS.mmm`, `MM:SS`, or seconds; undefined when it is none of them. */
export function secondsOf(time: string): number | undefined {
  if (!/^(?:\d{1,4}:)?(?:\d{1,2}:)?\d{1,6}(?:[.,]\d{1,9})?$/.test(time.trim())) return undefined;
  const parts = time.trim().replace(',', '.').split(':').map(Number);
  if (parts.slice(1).some((part) => part >= 60)) return undefined;
  const ms = parts.reduce((sum, part) => sum * 60 + part, 0) * 1000;
  return Math.round(ms) / 1000;
}
