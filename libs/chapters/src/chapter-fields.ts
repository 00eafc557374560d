import { type ErrorCode, type ErrorDetail, httpErrors } from '@app/http/errors';
import { chaptersErrors } from './chapters.errors.js';

type Fields = Readonly<Record<string, unknown>>;

/** Most characters of a title (contract 11.2). */
export const MAX_TITLE = 255;

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tools write null for what a chapter does not have. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Reads the fields of one chapter. A field that cannot be read becomes a defect and null. */
export class ChapterFields {
  private readonly fields: Fields | null;

  constructor(
    chapter: unknown,
    private readonly path: string,
    private readonly defects: ErrorDetail[],
  ) {
    this.fields = isObject(chapter) ? chapter : null;
    if (this.fields === null) this.add(httpErrors.invalid.detail('A chapter must be an object.'));
  }

  /** Adds a defect of the chapter, or of one of its fields. */
  add({ code, message }: Pick<ErrorDetail, 'code' | 'message'>, field?: string): void {
    this.defects.push({ field: field === undefined ? this.path : `${this.path}.${field}`, code, message });
  }

  require(field: string): void {
    if (this.fields && !isGiven(this.fields[field])) this.invalid(field, `${field} is missing.`, httpErrors.required);
  }

  seconds(field: string): number | null {
    const value = this.fields?.[field];
    if (!isGiven(value)) return null;
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value + 0; // and never -0
    this.invalid(field, `${field} must be a number of seconds, 0 or more.`);
    return null;
  }

  /** Only a silent marker may go without. */
  title(field: string, { optional }: { readonly optional: boolean }): string | null {
    const title = this.text(field);
    if (!optional) this.require(field);
    if (title === '') this.invalid(field, `${field} is empty.`, httpErrors.required);
    if ([...(title ?? '')].length > MAX_TITLE) this.invalid(field, `${field} has more than ${MAX_TITLE} characters.`);
    return title;
  }

  text(field: string): string | null {
    const value = this.fields?.[field];
    if (!isGiven(value)) return null;
    // PostgreSQL has no NUL, and UTF-8 no half of a surrogate pair: as in transcripts, U+FFFD replaces them.
    if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
    this.invalid(field, `${field} must be a string.`);
    return null;
  }

  /** An empty address is none. */
  link(field: string): string | null {
    const link = this.text(field);
    if (link === null || link === '') return null;
    if (/^https?:\/\/[^\s\p{Cc}]+$/iu.test(link) && URL.canParse(link)) return link;
    this.invalid(field, `${field} must be an http or https URL.`, chaptersErrors.invalid_url);
    return null;
  }

  flag(field: string): boolean | null {
    const value = this.fields?.[field];
    if (!isGiven(value)) return null;
    if (typeof value === 'boolean') return value;
    this.invalid(field, `${field} must be true or false.`);
    return null;
  }

  private invalid(field: string, message: string, { code }: { readonly code: ErrorCode } = httpErrors.invalid): void {
    this.add({ code, message }, field);
  }
}
