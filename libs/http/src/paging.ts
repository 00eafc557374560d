import { createHash } from 'node:crypto';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { httpErrors } from './errors/http.errors.js';

/** Page size when the caller names none (contract 2.3). */
const DEFAULT_PAGE_SIZE = 50;

/** The query of every list (contract 2.3). Extend it for a list that filters. */
export class PageQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100, default: DEFAULT_PAGE_SIZE, description: 'Most items on the page.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value))
  @IsInt({ message: 'first must be a whole number from 1 to 100' })
  @Min(1, { message: 'first must be a whole number from 1 to 100' })
  @Max(100, { message: 'first must be a whole number from 1 to 100' })
  readonly first: number = DEFAULT_PAGE_SIZE;

  @ApiPropertyOptional({ type: 'string', maxLength: 500, description: 'The next_cursor of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  readonly after?: string;
}

/** The `meta` of every list. */
export class PageMeta {
  @ApiProperty({ example: false, description: 'Whether there are items after this page.' })
  readonly has_more!: boolean;

  @ApiProperty({
    example: null,
    type: 'string',
    nullable: true,
    description: 'Give it as after to get the next page; null on the last one.',
  })
  readonly next_cursor!: string | null;
}

/**
 * The cursors of one list: opaque keyset positions, so that they stay right while rows come and go. They are bound to
 * the list's name and `scope` (whose list, and its filters): a cursor of another list is refused, never misread.
 */
export class Cursors {
  /**
   * @param isKey what keys of this list look like: a cursor can be made up, and is judged like everything that callers
   * send
   */
  constructor(
    private readonly scope: string,
    private readonly isKey: (key: string) => boolean,
  ) {}

  /** The position after the row with this key. */
  at(key: string): string {
    return Buffer.from(`${this.mark(key)}${key}`).toString('base64url');
  }

  /**
   * @returns the key in a cursor that the caller sent, or undefined for none
   * @throws AppError 422 `invalid_cursor`
   */
  read(after: string | undefined): string | undefined {
    if (after === undefined) return undefined;
    const text = Buffer.from(after, 'base64url').toString('utf8');
    const key = text.slice(MARK_LENGTH);
    if (text.slice(0, MARK_LENGTH) !== this.mark(key) || this.at(key) !== after || !this.isKey(key)) {
      throw httpErrors.invalid_cursor({}, { field: 'after' });
    }
    return key;
  }

  private mark(key: string): string {
    return createHash('sha256').update(`${this.scope}\0${key}`).digest('base64url').slice(0, MARK_LENGTH);
  }
}

const MARK_LENGTH = 12;

/**
 * One page of `first` items out of `rows`, of which one more was asked for so as to know whether a further page exists.
 * @param key the cursor key of a row
 */
export function page<Row, Item>(
  rows: readonly Row[],
  first: number,
  { cursors, key, item }: { readonly cursors: Cursors; readonly key: (row: Row) => string; readonly item: (row: Row) => Item },
): { data: Item[]; meta: PageMeta } {
  const shown = rows.slice(0, first);
  const last = shown.at(-1);
  const more = rows.length > first && last !== undefined;
  return {
    data: shown.map((row) => item(row)),
    meta: { has_more: more, next_cursor: more ? cursors.at(key(last)) : null },
  };
}
