import { useDatabase } from '@app/database/testing';
import { withPassingTime } from '@app/process/testing';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Signals } from './signals.queries.js';
import { Waits } from './waiting.js';

const test = useDatabase([]);
const signalsOf = () =>
  new Signals(test.db, { DATABASE_DIRECT_URL: test.url } as ConstructorParameters<typeof Signals>[1], pino({ level: 'silent' }));

it('requests that wait hold no database connection, however many they are', async () => {
  const signals = signalsOf();
  const waits = new Waits(signals);
  const look = () => test.db.query<object[]>('SELECT 1');
  const all = Array.from({ length: 100 }, (_, n) => {
    const request = { userId: `user ${n}`, seconds: 1_000_000, closed: new AbortController().signal };
    return waits.until(look, { key: 'key', request, isDone: () => false });
  });
  for (let n = 0; n < 100; n += 1) expect(await look()).toHaveLength(1);
  await signals.beforeApplicationShutdown();
  await Promise.all(all);
});

it('20 requests of a user wait at once, and a further one is refused until one of them ends; other users’ wait beside them', async () => {
  const signals = signalsOf();
  const waits = new Waits(signals);
  const hold = (userId: string, closing = new AbortController()) => ({
    closing,
    ended: waits.holdPlace('key', { userId, seconds: 1_000_000, closed: closing.signal }),
  });
  const held = Array.from({ length: 20 }, () => hold('ann'));
  held.push(hold('ben'));
  const refusal = {
    errors: [expect.objectContaining({ code: 'too_many_waiting' })],
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  };
  try {
    expect(() => hold('ann')).toThrow(expect.objectContaining(refusal));
    held[0]?.closing.abort();
    await held[0]?.ended;
    held.push(hold('ann'));
    expect(() => hold('ann')).toThrow(expect.objectContaining(refusal));
  } finally {
    await signals.beforeApplicationShutdown();
  }
  await Promise.all(held.map(({ ended }) => ended));
});

it('a request that may not wait is told to come back when the first wait of its user ends', () =>
  withPassingTime(async (pass) => {
    const signals = signalsOf();
    const waits = new Waits(signals);
    const hold = (seconds: number) => waits.holdPlace('key', { userId: 'ann', seconds, closed: new AbortController().signal });
    const held = Array.from({ length: 20 }, (_, n) => hold(n === 7 ? 40 : 1_000_000));
    pass(1500);
    try {
      expect(() => hold(1)).toThrow(expect.objectContaining({ headers: { 'Retry-After': '39' } }));
    } finally {
      await signals.beforeApplicationShutdown();
    }
    await Promise.all(held);
  }));
