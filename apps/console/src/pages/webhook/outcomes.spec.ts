import { expect, it } from '@jest/globals';
import { explain } from './outcomes.ts';

it.each([
  ['204', true],
  ['302', false],
  ['400', false],
  ['999', false],
  ['timeout', false],
  ['something_new', false],
])('the outcome %s is explained', (outcome, isGood) => {
  expect(explain(outcome)).toMatchObject({ isGood, meaning: expect.stringMatching(/\.$/) });
});

it('a redirect tells what to register, and an unknown outcome is not taken for a status', () => {
  expect(explain('301').meaning).toContain('Register the final URL.');
  expect(explain('something_new').meaning).toContain('does not know');
});
