import { AppError, type ErrorDetail } from '@app/http';
import type { Chapter } from './chapter.entity.js';

/** A chapter as a document has it, judged. */
export type ReadChapter = Omit<Chapter, 'episodeId' | 'position'>;

/** Most chapters of an episode (decisions 11). */
export const MAX_CHAPTERS = 500;

/** Most characters of a title. */
export const MAX_TITLE = 255;

/** Keys that the format has (versions 1.0 to 1.2 and its own examples) and that we have no use for. */
const IGNORED = {
  document: ['author', 'title', 'podcastName', 'description', 'fileName', 'waypoints'],
  chapter: ['id', 'hasArtwork', 'location', 'value'],
} as const;

const DOCUMENT_KEYS: ReadonlySet<string> = new Set(['version', 'chapters', ...IGNORED.document]);
const CHAPTER_KEYS: ReadonlySet<string> = new Set(['startTime', 'endTime', 'title', 'summary', 'url', 'img', 'toc', ...IGNORED.chapter]);

/**
 * Judges a Podcast Namespace JSON chapters document (decisions 11) by one walk over it: half a million of empty chapters, which a
 * body may hold, cost no more than reading them.
 *
 * @param durationSeconds of the episode; null when it is not known
 * @returns the chapters, in their order
 * @throws AppError 422 with every defect and its path
 */
export function readDocument(document: unknown, durationSeconds: number | null): ReadChapter[] {
  const defects = new Defects();
  const chapters = isObject(document) ? documentOf(document, defects, durationSeconds) : [];
  if (!isObject(document)) defects.add(null, 'invalid', 'The body must be a JSON object.');
  if (defects.list.length > 0) throw new AppError('invalid', 'The chapters have defects; nothing was stored.', { errors: defects.list });
  return chapters;
}

function documentOf(document: Fields, defects: Defects, durationSeconds: number | null): ReadChapter[] {
  for (const key of Object.keys(document)) if (!DOCUMENT_KEYS.has(key)) defects.unknown(key);
  if (isGiven(document['version']) && typeof document['version'] !== 'string') {
    defects.add('version', 'invalid', 'version must be a string.');
  }
  const listed = document['chapters'];
  if (!Array.isArray(listed)) {
    if (isGiven(listed)) defects.add('chapters', 'invalid', 'chapters must be an array.');
    else defects.add('chapters', 'required', 'chapters is missing; an empty array removes those there are.');
    return [];
  }
  if (listed.length > MAX_CHAPTERS) {
    defects.add('chapters', 'too_many_chapters', `There are ${listed.length} chapters; at most ${MAX_CHAPTERS} are taken.`);
  }
  const starts = new Starts(defects, durationSeconds);
  return (listed as unknown[]).slice(0, MAX_CHAPTERS).map((one, index) => chapterOf(one, new Place(`chapters[${index}]`, defects), starts));
}

function chapterOf(one: unknown, place: Place, starts: Starts): ReadChapter {
  if (!isObject(one)) {
    place.add(null, 'invalid', 'A chapter must be an object.');
    return NOTHING;
  }
  for (const key of Object.keys(one)) if (!CHAPTER_KEYS.has(key)) place.unknown(key);
  const startTime = place.seconds('startTime', one['startTime']);
  if (startTime === null && !isGiven(one['startTime'])) place.add('startTime', 'required', 'startTime is missing.');
  if (startTime !== null) starts.judge(startTime, place);
  const endTime = place.seconds('endTime', one['endTime']);
  if (startTime !== null && endTime !== null && endTime <= startTime) {
    if (endTime < startTime) place.add('endTime', 'reversed_times', 'The end is before the start.');
    else place.add('endTime', 'zero_duration', 'The end is equal to the start.');
  }
  const toc = place.flag('toc', one['toc']);
  return {
    startTime: startTime ?? 0,
    endTime,
    title: place.title(one['title'], toc === false),
    summary: place.text('summary', one['summary']),
    url: place.link('url', one['url']),
    img: place.link('img', one['img']),
    toc,
  };
}

type Fields = Readonly<Record<string, unknown>>;

const NOTHING: ReadChapter = { startTime: 0, endTime: null, title: null, summary: null, url: null, img: null, toc: null };

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tools write null for what a chapter does not have. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

class Defects {
  readonly list: ErrorDetail[] = [];

  add(field: string | null, code: string, message: string): void {
    this.list.push({ field, code, message });
  }

  unknown(field: string): void {
    this.add(field, 'unknown_field', 'There is no such field.');
  }
}

/** That starts ascend strictly, none twice, and none is after the end of the episode. */
class Starts {
  private readonly seen = new Set<number>();
  private last = -1;

  constructor(
    private readonly defects: Defects,
    private readonly durationSeconds: number | null,
  ) {}

  judge(startTime: number, { path }: Place): void {
    const field = `${path}.startTime`;
    if (this.seen.has(startTime)) this.defects.add(field, 'duplicate_start_time', `An earlier chapter starts at ${startTime} s, too.`);
    else if (startTime < this.last) this.defects.add(field, 'not_ascending', `${startTime} s is before the start of the chapter before.`);
    if (this.durationSeconds !== null && startTime > this.durationSeconds) {
      this.defects.add(field, 'beyond_duration', `${startTime} s is after the end of the episode at ${this.durationSeconds} s.`);
    }
    this.seen.add(startTime);
    this.last = startTime;
  }
}

/** Reads the fields of one chapter. What cannot be read is a defect and null. */
class Place {
  constructor(
    readonly path: string,
    private readonly defects: Defects,
  ) {}

  add(field: string | null, code: string, message: string): void {
    this.defects.add(field === null ? this.path : `${this.path}.${field}`, code, message);
  }

  unknown(field: string): void {
    this.defects.unknown(`${this.path}.${field}`);
  }

  seconds(field: string, value: unknown): number | null {
    if (!isGiven(value)) return null;
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value + 0; // and never -0
    this.add(field, 'invalid', `${field} must be a number of seconds, 0 or more.`);
    return null;
  }

  /** A silent chapter, one that is not in the table of contents, may go without. */
  title(value: unknown, silent: boolean): string | null {
    const title = this.text('title', value);
    if (title === '' || (!isGiven(value) && !silent)) this.add('title', 'required', 'title is missing.');
    else if (title !== null && [...title].length > MAX_TITLE) this.add('title', 'invalid', `title may have ${MAX_TITLE} characters.`);
    return title;
  }

  text(field: string, value: unknown): string | null {
    if (!isGiven(value)) return null;
    // PostgreSQL has no NUL, and UTF-8 no half of a surrogate pair: as in transcripts, U+FFFD stands for them.
    if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
    this.add(field, 'invalid', `${field} must be a string.`);
    return null;
  }

  link(field: string, value: unknown): string | null {
    const link = this.text(field, value);
    if (link === null || (/^https?:\/\/[^\s\p{Cc}]+$/iu.test(link) && URL.canParse(link))) return link;
    this.add(field, 'invalid_url', `${field} must be an http or https URL.`);
    return null;
  }

  flag(field: string, value: unknown): boolean | null {
    if (!isGiven(value)) return null;
    if (typeof value === 'boolean') return value;
    this.add(field, 'invalid', `${field} must be true or false.`);
    return null;
  }
}
