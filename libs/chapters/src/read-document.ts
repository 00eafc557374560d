import { AppError, type ErrorDetail, httpErrors } from '@app/http/errors';
import type { Chapter } from './chapter.entity.js';
import { ChapterFields, isGiven, isObject } from './chapter-fields.js';
import { chaptersErrors } from './chapters.errors.js';
import { readText, type TextType } from './read-text.js';

/** A chapter as a document has it, judged. */
export type ReadChapter = Omit<Chapter, 'episodeId' | 'position'>;

/** Most chapters of an episode (contract 11.2). */
export const MAX_CHAPTERS = 500;

/** A start may be so much later than the end of the episode: durations in feeds are rounded. */
const DURATION_TOLERANCE_SECONDS = 0.5;

/** Where a list of chapters is, and how long its episode is, if that is known. */
type ChapterList = { readonly path: string; readonly durationSeconds: number | null };

/** The chapters of a list, in their order, and their defects. With defects the chapters are not used. */
export type JudgedChapters = { readonly chapters: readonly ReadChapter[]; readonly defects: readonly ErrorDetail[] };

/**
 * Reads a Podcast Namespace JSON chapters document (contract 11.2). Keys that are not listed there are ignored.
 * @throws AppError 422 with every defect and its path
 */
export function readDocument(document: unknown, durationSeconds: number | null): readonly ReadChapter[] {
  const { chapters, defects } = judgeDocument(document, durationSeconds);
  if (defects.length > 0) throw new AppError('invalid', 'The chapters have defects; nothing was stored.', { errors: defects });
  return chapters;
}

/**
 * Reads the chapters of another tool (contract 11), by the same rules.
 * @throws AppError 422 with every line that cannot be read, or every defect and its path
 */
export function readTextDocument(type: TextType, text: string, durationSeconds: number | null): readonly ReadChapter[] {
  const { chapters, faults } = readText(type, text);
  const empty = chapters.length === 0 ? [httpErrors.required.detail('There is no chapter in the body.')] : [];
  const errors = faults.length > 0 ? faults : empty;
  if (errors.length > 0) throw new AppError('invalid', 'The chapters have defects; nothing was stored.', { errors });
  return readDocument({ chapters }, durationSeconds);
}

function judgeDocument(document: unknown, durationSeconds: number | null): JudgedChapters {
  const refused = (defect: ErrorDetail): JudgedChapters => ({ chapters: [], defects: [defect] });
  if (!isObject(document)) return refused(httpErrors.invalid.detail('The body must be a JSON object.'));
  const { version, chapters: listed } = document;
  const versionDefects =
    isGiven(version) && !['string', 'number'].includes(typeof version)
      ? [httpErrors.invalid.detail('version must be a string or a number.', 'version')]
      : [];
  const { chapters, defects } = Array.isArray(listed)
    ? judgeChapters(listed, { path: 'chapters', durationSeconds })
    : isGiven(listed)
      ? refused(httpErrors.invalid.detail('chapters must be an array.', 'chapters'))
      : refused(httpErrors.required.detail('chapters is missing; an empty array removes those there are.', 'chapters'));
  return { chapters, defects: [...versionDefects, ...defects] };
}

/** Judges a list of chapters by one walk over it: half a million empty chapters cost no more than reading them. */
export function judgeChapters(listed: readonly unknown[], { path, durationSeconds }: ChapterList): JudgedChapters {
  const defects: ErrorDetail[] = [];
  if (listed.length > MAX_CHAPTERS) {
    const { code, message } = chaptersErrors.too_many_chapters.detail({ count: listed.length, limit: MAX_CHAPTERS });
    defects.push({ field: path, code, message });
  }
  const starts = new Starts(durationSeconds);
  const chapters = listed
    .slice(0, MAX_CHAPTERS)
    .map((one, index) => chapterOf(new ChapterFields(one, `${path}[${index}]`, defects), starts));
  return { chapters, defects };
}

function chapterOf(fields: ChapterFields, starts: Starts): ReadChapter {
  const toc = fields.flag('toc');
  const startTime = fields.seconds('startTime');
  if (startTime === null) fields.require('startTime');
  else for (const defect of starts.judge(startTime, toc === false)) fields.add(defect, 'startTime');
  const endTime = fields.seconds('endTime');
  if (startTime !== null && endTime !== null && endTime < startTime) fields.add(chaptersErrors.reversed_times.detail({}), 'endTime');
  if (startTime !== null && endTime === startTime) fields.add(chaptersErrors.zero_duration.detail({}), 'endTime');
  return {
    startTime: startTime ?? 0,
    endTime,
    title: fields.title('title', { optional: toc === false }),
    summary: fields.text('summary'),
    url: fields.link('url'),
    img: fields.link('img'),
    toc,
  };
}

/**
 * Judges that starts ascend and do not exceed the episode. One visible chapter and one silent marker (`toc: false`),
 * such as a change of the image, may start together.
 */
class Starts {
  private readonly visible = new Set<number>();
  private readonly silent = new Set<number>();
  private last = -1;

  constructor(private readonly durationSeconds: number | null) {}

  judge(seconds: number, isSilent: boolean): ErrorDetail[] {
    const defects: ErrorDetail[] = [];
    const seen = isSilent ? this.silent : this.visible;
    if (seen.has(seconds)) defects.push(chaptersErrors.duplicate_start_time.detail({ seconds }));
    else if (seconds < this.last) defects.push(chaptersErrors.not_ascending.detail({ seconds }));
    const duration = this.durationSeconds;
    if (duration !== null && seconds > duration + DURATION_TOLERANCE_SECONDS) {
      defects.push(chaptersErrors.beyond_duration.detail({ seconds, duration }));
    }
    seen.add(seconds);
    this.last = seconds;
    return defects;
  }
}
