import { withPassingTime } from '@app/process/testing';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { FallbackSlidingWindow, StoreUnavailableError } from './fallback-sliding-window.js';
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

  it('a remembered window is one of at most 100,000, and those that have freed a place make room for others', async () => {
    let now = 0;
    const full = { allowed: false, used: 60, freesInMs: 5000 };
    const windows = new RememberedWindows({ hit: () => Promise.resolve(full) }, () => now);
    for (let user = 0; user <= 100_000; user += 1) await windows.hit(`user ${user}`, size);
    expect([windows.refusal('user 99999'), windows.refusal('user 100000')]).toEqual([full, undefined]);
    now = 5000;
    await windows.hit('alice', size);
    expect(windows.refusal('alice')).toEqual(full);
  });
});

it('hits are counted in the first store again after it has refused one with an error of its own', () =>
  withPassingTime(async (pass) => {
    const size = { limit: 60, windowMs: 60_000 };
    const hit = (used: number) => ({ allowed: true, used, freesInMs: 60_000 });
    const answers = [new StoreUnavailableError('away'), new Error('WRONGTYPE'), hit(1)];
    const first = {
      hit: () => {
        const answer = answers.shift() ?? hit(0);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    };
    const window = new FallbackSlidingWindow(first, { hit: () => Promise.resolve(hit(2)) }, pino({ level: 'silent' }));
    expect(await window.hit('alice', size)).toEqual(hit(2));
    pass(1000);
    await expect(window.hit('alice', size)).rejects.toThrow('WRONGTYPE');
    expect(await window.hit('alice', size)).toEqual(hit(1));
  }));
