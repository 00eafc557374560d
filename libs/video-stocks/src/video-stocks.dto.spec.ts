import { validateRequest } from '@app/http/bodies';
import { AppError } from '@app/http/errors';
import { describe, expect, it } from '@jest/globals';
import { CorrectVideoStock, CreateVideoStock } from './video-stocks.dto.js';

const CREATION = { podcast_id: 'p', client_key: 'k', upload_id: 'u' };

async function faults(RequestClass: new () => object, body: object): Promise<string[]> {
  try {
    await validateRequest(RequestClass, body, 'body');
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.errors.map(({ field, code }) => `${field} ${code}`);
  }
}

describe('the match of a stock', () => {
  it.each([[[]], [[{ guid: 'x' }]], ['x'], [5], [true]])('the match of a stock is an object or null, and %j is neither', async (match) => {
    expect(await faults(CreateVideoStock, { ...CREATION, match })).toEqual(['match invalid']);
    expect(await faults(CorrectVideoStock, { expected_revision: 1, match })).toEqual(['match invalid']);
  });

  it.each([[null], [{}], [{ guid: 'x', title: null }]])('the match of a stock may be %j', async (match) => {
    expect(await faults(CreateVideoStock, { ...CREATION, match })).toEqual([]);
    expect(await faults(CorrectVideoStock, { expected_revision: 1, match })).toEqual([]);
  });
});

it.each([
  [0, ['client_key invalid']],
  [1, []],
  [128, []],
  [129, ['client_key invalid']],
])('a client_key of %i characters: %j', async (length, expected) => {
  expect(await faults(CreateVideoStock, { ...CREATION, client_key: 'k'.repeat(length) })).toEqual(expected);
});
