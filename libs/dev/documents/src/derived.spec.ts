import { expect, it } from '@jest/globals';
import { outdatedFiles } from './derived.ts';

it('every derived file says what it is made from', async () => {
  const outdated = (await outdatedFiles()).map(({ path }) => `${path} is out of date: run npm run generate`);
  expect(outdated).toEqual([]);
});
