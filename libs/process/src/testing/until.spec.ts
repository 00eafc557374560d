import { afterEach, expect, it, jest } from '@jest/globals';
import { until, untilPasses } from './until.js';

afterEach(() => {
  jest.restoreAllMocks();
});

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

it('the looks of a long wait become rare, so that waiting takes little from what is waited for', async () => {
  const began = Date.now();
  const pauses: number[] = [];
  jest.spyOn(Date, 'now').mockImplementation(() => began + pauses.length * 500);
  let last = performance.now();
  await until(() => {
    pauses.push(performance.now() - last);
    last = performance.now();
    return pauses.length > 6;
  });
  expect(pauses.slice(2).every((pause) => pause > 90)).toBe(true); // at least a tenth of the second that has passed
});
