import { validateRequest } from '@app/http/bodies';
import { describe, expect, it } from '@jest/globals';
import { ReplayWebhook } from './webhooks.dto.js';

describe('a replay since (contract 6.19)', () => {
  const judge = async (since: unknown): Promise<unknown> =>
    validateRequest(ReplayWebhook, { since }, 'body').then(
      () => 'accepted',
      ({ errors }: { readonly errors: readonly { readonly code: string }[] }) => errors.map(({ code }) => code),
    );

  it.each(['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.123+02:00', '2024-02-29T23:59Z'])('%s is a time', async (since) => {
    expect(await judge(since)).toBe('accepted');
  });

  it.each([
    '2026-W47-6Z',
    '2026-325Z',
    '2026-11-21T09Z',
    '2026-11-21T09:00:00,5Z',
    '2026-02-30T09:00:00Z',
    '2026-12-31T23:59:60Z',
    'yesterdayZ',
    '',
    1,
    null,
    ['2026-11-21T09:00:00Z'],
  ])('%j is refused as no time', async (since) => {
    expect(await judge(since)).not.toBe('accepted');
  });

  it('the since of a replay without an offset is refused by a code of its own', async () => {
    expect(await judge('2026-11-21T09:00:00')).toEqual(['offset_required']);
    expect(await judge('yesterday')).toEqual(['invalid']);
  });
});
