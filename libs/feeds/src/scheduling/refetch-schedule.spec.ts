import { describe, expect, it } from '@jest/globals';
import { newId } from '@app/database';
import { nextRefetchAt } from './refetch-schedule.js';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-22T10:20:30Z');

describe('automatic refetches', () => {
  it('automatic refetches of many podcasts are spread over the hour', () => {
    const minutes = Array.from({ length: 6000 }, () => nextRefetchAt(newId(), now).getUTCMinutes());
    const perMinute = Array.from({ length: 60 }, (_, minute) => minutes.filter((one) => one === minute).length);
    expect(Math.min(...perMinute)).toBeGreaterThan(50);
    expect(Math.max(...perMinute)).toBeLessThan(170);
  });

  it('automatic refetches of one podcast are an hour apart, whenever it is refetched by request', () => {
    const id = newId();
    const first = nextRefetchAt(id, now);
    expect(first.getTime() - now.getTime()).toBeGreaterThanOrEqual(HOUR_MS / 2);
    expect(first.getTime() - now.getTime()).toBeLessThan(1.5 * HOUR_MS);
    expect(nextRefetchAt(id, new Date(first.getTime() + 20_000)).getTime() - first.getTime()).toBe(HOUR_MS);
    const requested = new Date(first.getTime() + 0.4 * HOUR_MS);
    expect(nextRefetchAt(id, requested).getTime() - first.getTime()).toBe(HOUR_MS);
  });

  it('automatic refetches are half as often after every failure in a row, down to once in 32 hours', () => {
    const id = newId();
    const at = nextRefetchAt(id, now);
    const waits = [0, 1, 2, 3, 4, 5, 6, 100].map((failures) => (nextRefetchAt(id, at, failures).getTime() - at.getTime()) / HOUR_MS);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
  });
});
