import { expect, it } from '@jest/globals';
import { wellFormed } from './reports.ts';

it('a report of tests keeps no character that XML forbids, and loses no other', () => {
  expect(wellFormed('\0 \x1b[31m \ud800 \uffff')).toBe('\ufffd \ufffd[31m \ufffd \ufffd');
  const allowed = '\t\n\r ~é語😀\ufffd';
  expect(wellFormed(allowed)).toBe(allowed);
});
