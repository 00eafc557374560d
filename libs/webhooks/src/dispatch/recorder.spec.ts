import { describe, expect, it } from '@jest/globals';
import { retryDelay } from './recorder.js';

const DELAYS = [60, 300, 900, 3600, 10_800];

describe('the retry schedule (contract 6.8)', () => {
  it.each(DELAYS.map((delay, index) => [index + 1, delay]))(
    'the retry schedule after attempt %i waits %i s, and up to a tenth more',
    (attempts, delay) => {
      expect(retryDelay(DELAYS, attempts, 0)).toBe(delay);
      expect(retryDelay(DELAYS, attempts, 0.999)).toBeCloseTo(delay * 1.0999, 6);
    },
  );

  it('the retry schedule ends after six attempts', () => expect(retryDelay(DELAYS, 6, 0)).toBeNull());
});
