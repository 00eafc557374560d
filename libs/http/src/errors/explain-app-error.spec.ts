import { expect, it } from '@jest/globals';
import { AppError } from './app-error.js';
import { defineErrors } from './define-errors.js';
import { explainAppError } from './explain-app-error.js';

const { no_times: noTimes } = defineErrors({ no_times: { kind: 'invalid', message: 'Times?' } });

it('a file with faults is explained line by line', () => {
  const error = new AppError('invalid', 'No.', { errors: [noTimes.detail({ line: 3 }, 'content')] });
  expect(explainAppError(error)).toBe('No.\n  content line 3: Times? (no_times)');
});

it('an error that is no AppError is not explained', () => expect(explainAppError(new Error('x'))).toBeUndefined());
