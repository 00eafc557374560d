import { describe, expect, it } from '@jest/globals';
import { HitBuffer, type Hit } from './hit-buffer.js';

const hit = (listener: string, earlier: string | null = null, episodeId = 'e1'): Hit => ({ episodeId, at: new Date(0), listener, earlier });

describe('the buffer of hits', () => {
  it('holds a listener of an episode once, under either of two hashes', () => {
    const buffer = new HitBuffer(10);
    expect([hit('a'), hit('a'), hit('b', 'a'), hit('c', 'b'), hit('d', 'b'), hit('a', null, 'e2')].map((one) => buffer.add(one))).toEqual([
      'added',
      'repeated',
      'repeated',
      'added',
      'repeated',
      'added',
    ]);
    expect(buffer.size).toBe(3);
  });

  it('gives the oldest first, and knows them no more', () => {
    const buffer = new HitBuffer(10);
    for (const name of ['a', 'b', 'c']) buffer.add(hit(name));
    expect(buffer.take(2).map(({ listener }) => listener)).toEqual(['a', 'b']);
    expect([buffer.add(hit('a')), buffer.add(hit('c'))]).toEqual(['added', 'repeated']);
    expect(buffer.take(9).map(({ listener }) => listener)).toEqual(['c', 'a']);
    expect(buffer.take(9)).toEqual([]);
  });

  it('holds so many and no more, however many come', () => {
    const buffer = new HitBuffer(100);
    const outcomes = Array.from({ length: 10_000 }, (_, n) => buffer.add(hit(`${n}`)));
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(9900);
    expect(buffer.size).toBe(100);
  });
});
