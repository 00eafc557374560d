import { expect, it } from '@jest/globals';
import { until, untilPasses } from './until.js';

it('a wait returns what it found', async () => {
  let looks = 0;
  expect(await until(() => (looks += 1) > 2 && 'found')).toBe('found');
});

it('a wait ends at its deadline and names what did not come to pass', async () => {
  await expect(until(() => 1 + 1 === 3, 1)).rejects.toThrow(/^Not so within 1 ms: .*1 \+ 1 === 3$/);
});

it('a check that goes on failing ends at its deadline with its last failure', async () => {
  let checks = 0;
  const check = () => Promise.reject(new Error(`failure ${(checks += 1)}`));
  await expect(untilPasses(check, 1)).rejects.toThrow(/^failure \d+$/);
});
