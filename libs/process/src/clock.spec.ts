import { afterEach, expect, it, jest } from '@jest/globals';
import { Clock } from './clock.js';

afterEach(() => void jest.restoreAllMocks());

it('a clock tells the time of the process until the database has told its own', () => {
  expect(Math.abs(new Clock().now().getTime() - Date.now())).toBeLessThan(1000);
});

it('a clock that follows the database goes on when the clock of the process is set', () => {
  const clock = new Clock();
  clock.follow(new Date('2026-11-01T12:00:00Z'), performance.now() - 1000);
  jest.spyOn(Date, 'now').mockReturnValue(0);
  const passed = clock.now().getTime() - Date.parse('2026-11-01T12:00:00Z');
  expect(passed).toBeGreaterThanOrEqual(1000);
  expect(passed).toBeLessThan(60_000);
});
