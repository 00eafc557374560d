import { useDatabase } from '@app/database/testing';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Signals } from './signals.queries.js';
import { Waits } from './waiting.js';

const test = useDatabase([]);

it('20 requests of a user wait at once, and a further one is refused until one of them ends; other users’ wait beside them', async () => {
  const env = { DATABASE_DIRECT_URL: test.url } as ConstructorParameters<typeof Signals>[1];
  const signals = new Signals(test.db, env, pino({ level: 'silent' }));
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
  expect(() => hold('ann')).toThrow(expect.objectContaining(refusal));
  held[0]?.closing.abort();
  await held[0]?.ended;
  held.push(hold('ann'));
  expect(() => hold('ann')).toThrow(expect.objectContaining(refusal));
  await signals.beforeApplicationShutdown();
  await Promise.all(held.map(({ ended }) => ended));
});
