import { describe, expect, it } from '@jest/globals';
import { groupsOf, isDue, timeLeft } from './groups.ts';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const at = (published_at: string | null, missing: ('video' | 'chapters')[] = []) => ({ published_at, missing });

describe('the groups of the release desk', () => {
  it('the groups of the release desk are next, soonest first, then unscheduled, then published, latest first', () => {
    const [late, soon, none, old] = [at('2026-12-01T00:00:00Z'), at('2026-11-02T00:00:00Z'), at(null), at('2026-10-01T00:00:00Z')];
    expect(groupsOf([none, late, soon, old], NOW)).toEqual({ next: [soon, late], unscheduled: [none], published: [old] });
  });

  it.each([
    ['2026-11-03T00:00:00Z', ['video'], true],
    ['2026-11-03T00:00:00Z', [], false],
    ['2026-11-08T23:00:00Z', ['video'], true],
    ['2026-11-09T00:00:00Z', ['video'], false],
    ['2026-10-30T00:00:00Z', ['video'], false],
    [null, ['video'], false],
  ] as const)('an episode of %s that lacks %j is due: %p', (published, missing, due) => {
    expect(isDue(at(published, [...missing]), NOW)).toBe(due);
  });

  it.each([
    ['2026-11-01T12:00:20Z', 'in 1 minute'],
    ['2026-11-01T15:30:00Z', 'in 3 hours'],
    ['2026-11-02T13:00:00Z', 'tomorrow'],
    ['2026-11-13T13:00:00Z', 'in 12 days'],
    ['2026-11-13T00:30:00Z', 'in 12 days'],
    ['2026-11-03T00:30:00Z', 'in 2 days'],
  ])('the time left until %s is told as “%s”', (published, words) => {
    expect(timeLeft(published, NOW)).toBe(words);
  });
});
