import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DatabaseOutage, retryDelay } from './recorder.js';

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

it('every outage of the database is logged once, and so is its end', () => {
  const logged: string[] = [];
  const outage = new DatabaseOutage(pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) }));
  const twice = (notice: () => void) => [notice(), notice()];
  for (let outages = 0; outages < 2; outages += 1) {
    twice(() => outage.failed(new Error('the database is not there')));
    twice(() => outage.recovered());
  }
  const each = ['deliveries cannot be read or recorded at the moment', 'deliveries can be read and recorded again'];
  expect(logged).toEqual([...each, ...each]);
});
