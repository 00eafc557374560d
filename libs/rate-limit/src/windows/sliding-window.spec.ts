import { describe, expect, it } from '@jest/globals';
import { RememberedWindows } from './sliding-window.js';

describe('a full window that a process remembers', () => {
  const size = { limit: 60, windowMs: 60_000 };

  it('a remembered window is never said to free a place earlier than the store frees it, however late that answered', async () => {
    let now = 0;
    const freeAt = 5_040;
    const store = {
      // It counts 40 ms after it was asked, and its answer takes 30 ms.
      hit: () => {
        now += 40;
        const hit = { allowed: false, used: 60, freesInMs: freeAt - now };
        now += 30;
        return Promise.resolve(hit);
      },
    };
    const windows = new RememberedWindows(store, () => now);
    await windows.hit('alice', size);
    for (; windows.refusal('alice'); now += 1) expect(now + windows.refusal('alice')!.freesInMs).toBeGreaterThanOrEqual(freeAt);
    expect(now).toBeLessThanOrEqual(freeAt);
    expect(now).toBeGreaterThan(freeAt - 50);
  });
});
