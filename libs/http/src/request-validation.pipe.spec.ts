import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, ValidateNested } from 'class-validator';
import { AppError } from './errors/app-error.js';
import { defineErrors } from './errors/define-errors.js';
import { validateRequest, withCode } from './request-validation.pipe.js';

const errors = defineErrors({ offset_required: { kind: 'invalid', message: 'The date needs an offset.' } });

class Chapter {
  @IsInt() readonly startTime!: number;
  @IsString() @IsNotEmpty() readonly title!: string;
}

class RequestClass {
  @IsString() readonly name!: string;
  @IsOptional() @Matches(/Z$/, { message: 'it needs an offset', ...withCode(errors.offset_required) }) readonly at?: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Chapter) readonly chapters?: Chapter[];
}

async function faults(value: unknown, source: 'body' | 'query' = 'body'): Promise<string[]> {
  try {
    await validateRequest(RequestClass, value, source);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.errors.map(({ field, code }) => `${field} ${code}`);
  }
}

describe('a body or a query is validated', () => {
  it.each([
    [{ name: 'a' }, []],
    [{ name: 'a', chapters: [{ startTime: 0, title: 'T' }] }, []],
    [{}, ['name invalid']],
    [{ name: 'a', more: 1 }, ['more unknown_field']],
    [{ name: 'a', at: 'noon' }, ['at offset_required']],
    [
      {
        name: 'a',
        chapters: [
          { startTime: 0, title: 'T' },
          { startTime: 'x', title: '', z: 1 },
        ],
      },
      ['chapters[1].z unknown_field', 'chapters[1].startTime invalid', 'chapters[1].title required'],
    ],
    [JSON.parse('{"name":"a","__proto__":{"x":1},"constructor":1}'), ['__proto__ unknown_field', 'constructor unknown_field']],
    [
      { name: 'a', toString: 1, chapters: [{ startTime: 0, title: 'T', valueOf: 1 }] },
      ['toString unknown_field', 'chapters[0].valueOf unknown_field'],
    ],
    [{ name: { constructor: 1 } }, ['name invalid', 'name.constructor unknown_field']],
    [[], ['null invalid']],
    [null, ['null invalid']],
    ['name', ['null invalid']],
  ])('a body or a query that is %j has the faults %j', async (value, expected) =>
    expect((await faults(value)).sort()).toEqual([...expected].sort()),
  );

  it('a value of a wrong type is told its type, whatever else it fails', async () => {
    class Counted {
      @IsInt() @Max(5) readonly count!: number;
    }
    await expect(validateRequest(Counted, { count: '7' }, 'body')).rejects.toMatchObject({
      errors: [{ field: 'count', code: 'invalid', message: 'count must be a whole number.' }],
    });
  });

  it('an unknown field names those that there are, of the object that it stands in (contract 2.7)', async () => {
    const value = { name: 'a', more: 1, chapters: [{ startTime: 0, title: 'T', z: 1, constructor: 1 }], constructor: 1 };
    const top = ['at', 'chapters', 'name'];
    await expect(validateRequest(RequestClass, value, 'body')).rejects.toMatchObject({
      errors: [
        { field: 'more', allowed: top },
        { field: 'chapters[0].z', allowed: ['startTime', 'title'] },
        { field: 'chapters[0].constructor', allowed: ['startTime', 'title'] },
        { field: 'constructor', allowed: top },
      ],
    });
  });

  it('every message of a refused request is ours, and names the field and its fault (contract 2.7)', async () => {
    const chapters = [{ startTime: 'x', title: 7 }];
    await expect(validateRequest(RequestClass, { name: 1, at: 'noon', chapters }, 'body')).rejects.toMatchObject({
      errors: [
        { message: 'name must be a string.' },
        { message: 'it needs an offset' },
        { message: 'chapters[0].startTime must be a whole number.' },
        { message: 'chapters[0].title must be a string.' },
      ],
    });
    await expect(validateRequest(RequestClass, { name: 'a', chapters: 'x' }, 'body')).rejects.toMatchObject({
      errors: [{ field: 'chapters', message: 'chapters has a value that is not allowed.' }],
    });
  });

  it('an unknown member of a query is an unknown parameter', async () => {
    expect(await faults({ name: 'a', more: '1', toString: '1' }, 'query')).toEqual([
      'more unknown_parameter',
      'toString unknown_parameter',
    ]);
  });
});
