import type { Chapter } from '../../api/api.ts';
import { asBytes } from '../../parts/format.ts';
import { readTimeCode, writeTimeCode } from '../../parts/time-code.ts';
import { t } from '../../texts/language.ts';

/** A chapter as it is being edited: times are what was typed. `key` stays when rows move. */
export type Row = {
  readonly key: number;
  readonly start: string;
  readonly end: string;
  readonly title: string;
  readonly summary: string;
  readonly url: string;
  readonly img: string;
  readonly isListed: boolean;
};

/** The version of the document format that is written. */
const VERSION = '1.2.0';

let lastKey = 0;

export function rowsOf(chapters: readonly Chapter[]): Row[] {
  return chapters.map((chapter) => ({
    key: ++lastKey,
    start: writeTimeCode(chapter.startTime),
    end: chapter.endTime === undefined ? '' : writeTimeCode(chapter.endTime),
    title: chapter.title ?? '',
    summary: chapter.summary ?? '',
    url: chapter.url ?? '',
    img: chapter.img ?? '',
    isListed: chapter.toc !== false,
  }));
}

/** Rows that were kept have keys of another time. */
export const rekeyed = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, key: ++lastKey }));

export const emptyRow = (start: number): Row => rowsOf([{ startTime: start }])[0]!;

/** A time that cannot be read is sent as typed, so that the API names it like every other fault. */
const timeOf = (text: string) => readTimeCode(text) ?? (text as unknown as number);

/** The document that the rows stand for, in the order of their times. */
export function documentOf(rows: readonly Row[]): { readonly version: string; readonly chapters: Chapter[] } {
  const chapters = rows.map((row) => ({
    startTime: timeOf(row.start),
    title: row.title,
    endTime: row.end === '' ? undefined : timeOf(row.end),
    summary: row.summary || undefined,
    url: row.url || undefined,
    img: row.img || undefined,
    toc: row.isListed ? undefined : false,
  }));
  return { version: VERSION, chapters };
}

/** Rows in the order of their times. A row whose time cannot be read stays behind the one that it follows. */
export function inOrder(rows: readonly Row[]): Row[] {
  let last = 0;
  const timed = rows.map((row) => ({ row, start: (last = readTimeCode(row.start) ?? last) }));
  return timed.toSorted((one, other) => one.start - other.start).map(({ row }) => row);
}

/** Whether two lists of chapters are the same to an editor. */
export function areSame(some: readonly Chapter[], others: readonly Chapter[]): boolean {
  return JSON.stringify(normalized(some)) === JSON.stringify(normalized(others));
}

export type Change = { readonly kind: 'removed' | 'added'; readonly chapter: Chapter };

/** The differences between a list of chapters and the stored one that it replaces, in the order of times. */
export function changesBetween(stored: readonly Chapter[], next: readonly Chapter[]): Change[] {
  const [before, after] = [normalized(stored), normalized(next)];
  const removed = without(before, after).map((chapter) => ({ kind: 'removed' as const, chapter }));
  const added = without(after, before).map((chapter) => ({ kind: 'added' as const, chapter }));
  return [...removed, ...added].toSorted((one, other) => one.chapter.startTime - other.chapter.startTime);
}

/** Chapters with their members in one order, and without empty ones. */
const normalized = (chapters: readonly Chapter[]): Chapter[] => documentOf(rowsOf(chapters)).chapters;

function without(some: readonly Chapter[], others: readonly Chapter[]): Chapter[] {
  const known = new Set(others.map((chapter) => JSON.stringify(chapter)));
  return some.filter((chapter) => !known.has(JSON.stringify(chapter)));
}

/** A document of the most chapters that an episode may have is smaller. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** Reads a chapters document from a file. @throws an Error that says why it cannot be read */
export async function readFile(file: Blob): Promise<Row[]> {
  if (file.size > MAX_FILE_BYTES)
    throw new Error(t('This file has {0}; {1} are read at most.', asBytes(file.size), asBytes(MAX_FILE_BYTES)));
  return readDocument(await file.text());
}

/** Reads a chapters document. @throws an Error that says why the text is none */
export function readDocument(text: string): Row[] {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(t('This file is not JSON: {0}', String(error)), { cause: error });
  }
  const chapters = typeof document === 'object' && document !== null && 'chapters' in document ? document.chapters : undefined;
  if (!Array.isArray(chapters)) throw new Error(t('This file is no chapters document: it has no list named “chapters”.'));
  return rowsOf(chapters.map((chapter: unknown) => cleaned(chapter)));
}

const TYPES = { startTime: 'number', endTime: 'number', title: 'string', summary: 'string', url: 'string', img: 'string', toc: 'boolean' };

/** Keeps what a chapter has of the known members and of the right type. The API judges the rest. */
function cleaned(chapter: unknown): Chapter {
  const isKnown = ([name, value]: readonly [string, unknown]) =>
    typeof value === TYPES[name as keyof typeof TYPES] && (typeof value !== 'number' || value >= 0);
  return { startTime: 0, ...Object.fromEntries(Object.entries(chapter ?? {}).filter(isKnown)) };
}
