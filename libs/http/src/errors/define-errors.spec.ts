import { expect, it } from '@jest/globals';
import type { ErrorDetail } from './app-error.js';
import { defineErrors } from './define-errors.js';

const errors = defineErrors({
  upload_in_use: { kind: 'conflict', message: 'A video stock uses this upload.' },
  too_many: { kind: 'conflict', message: (of: { limit: number }) => `At most ${of.limit} are allowed.` },
});

it('an error has the kind, the code and the message of its definition', () => {
  expect(errors.upload_in_use()).toMatchObject({
    kind: 'conflict',
    message: 'A video stock uses this upload.',
    errors: [{ field: null, code: 'upload_in_use', message: 'A video stock uses this upload.' }],
  });
});

it('the facts of an error are in its message and in the detail', () => {
  expect(errors.too_many({ limit: 3 }, { field: 'file', headers: { 'Retry-After': '1' } })).toMatchObject({
    message: 'At most 3 are allowed.',
    headers: { 'Retry-After': '1' },
    errors: [{ field: 'file', code: 'too_many', message: 'At most 3 are allowed.', limit: 3 }],
  });
});

it('a message of the throwing code replaces that of the table', () => {
  expect(errors.too_many('There is no room.', { field: 'file' })).toMatchObject({
    kind: 'conflict',
    message: 'There is no room.',
    errors: [{ field: 'file', code: 'too_many', message: 'There is no room.' }],
  });
});

it('a code that no table declares does not compile', () => {
  // @ts-expect-error a code is not a string
  const detail: ErrorDetail = { field: null, code: 'too_many', message: 'At most 2 are allowed.' };
  expect(detail.code).toBe(errors.too_many.code);
});

it('one entry can be made for an error that reports several', () => {
  expect(errors.too_many.detail({ limit: 2 }, 'a')).toEqual({ field: 'a', code: 'too_many', message: 'At most 2 are allowed.', limit: 2 });
});
