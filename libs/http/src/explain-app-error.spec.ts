import { expect, it } from '@jest/globals';
import { AppError } from './app-error.js';
import { explainAppError } from './explain-app-error.js';

it('a file with faults is explained line by line', () => {
  const error = new AppError('invalid', 'No.', { errors: [{ field: 'content', code: 'no_times', message: 'Times?', line: 3 }] });
  expect(explainAppError(error)).toBe('No.\n  content line 3: Times? (no_times)');
});

it('any other error is not explained here', () => expect(explainAppError(new Error('x'))).toBeUndefined());
