import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { IsOptional } from 'class-validator';
import { QueryFlag, QueryList } from './query-values.js';
import { validateRequest } from './request-validation.pipe.js';

class Query {
  @IsOptional()
  @QueryFlag()
  readonly flag?: boolean;

  @IsOptional()
  @QueryList(['a', 'b'])
  readonly list?: readonly string[];
}

const read = (query: object) => validateRequest(Query, query, 'query');
const refused = (field: string) => expect.objectContaining({ errors: [expect.objectContaining({ field, code: 'invalid' })] });

describe('a query parameter (contract 2.3)', () => {
  it.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['False', false],
    ['0', false],
  ])('a query parameter that is a boolean may be %s', async (flag, expected) => {
    expect((await read({ flag })).flag).toBe(expected);
  });

  it.each(['yes', '', '2', 'constructor', ['true', 'true']])('a query parameter that is a boolean may not be %j', async (flag) => {
    await expect(read({ flag })).rejects.toEqual(refused('flag'));
  });

  it.each([
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['b,a', ['a', 'b']], // a cursor is of the same list
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a,b', 'a'],
      ['a', 'b'],
    ],
  ])('a query parameter that takes several values may be %j', async (list, expected) => {
    expect((await read({ list })).list).toEqual(expected);
  });

  it.each(['c', '', 'a,', ['a', 'c']])('a query parameter that takes several values may not be %j', async (list) => {
    await expect(read({ list })).rejects.toEqual(refused('list'));
  });
});
