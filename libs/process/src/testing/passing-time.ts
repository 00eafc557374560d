import { jest } from '@jest/globals';

/** Every clock and timer but `performance`: sockets and databases need them. */
const REAL = ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const; // prettier-ignore

/** Runs the test with a monotonic clock that only the test moves. */
export async function withPassingTime(test: (pass: (ms: number) => void) => Promise<void>): Promise<void> {
  jest.useFakeTimers({ doNotFake: [...REAL] });
  try {
    await test((ms) => jest.advanceTimersByTime(ms));
  } finally {
    jest.useRealTimers();
  }
}
