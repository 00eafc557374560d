import { describe, expect, it } from '@jest/globals';
import { HitBuffer, type Hit } from './hit-buffer.js';

const hit = (listener: string, earlier: string | null = null, { episodeId = 'e1', second = 0 } = {}): Hit => ({
  episodeId,
  at: new Date(second * 1000),
  listener,
  earlier,
});

describe('the buffer of hits', () => {
  it('the buffer of hits holds of a listener of an episode the first and the last, under either of two hashes', () => {
    const buffer = new HitBuffer(10);
    const hits = [
      hit('a'),
      hit('a', null, { second: 1 }),
      hit('b', 'a', { second: 2 }),
      hit('b', 'a', { second: 3 }),
      hit('a', null, { episodeId: 'e2' }),
    ];
    expect(hits.map((one) => buffer.add(one))).toEqual(['added', 'added', 'repeated', 'repeated', 'added']);
    expect(buffer.size).toBe(3);
    expect(buffer.take(9)).toEqual([hits[0], hits[4]]);
    expect(buffer.take(9)).toEqual([hits[3]]);
    expect([buffer.take(9), buffer.size]).toEqual([[], 0]);
  });

  it('the buffer of hits never gives two hits of a listener at once, whatever comes in between, also one that could not be written', () => {
    const buffer = new HitBuffer(10);
    const [first, middle, last] = [hit('a'), hit('b', 'a', { second: 1 }), hit('b', 'a', { second: 2 })];
    for (const one of [first, middle]) buffer.add(one);
    expect(buffer.take(9)).toEqual([first]);
    buffer.add(last);
    expect(buffer.add(first)).toBe('repeated'); // it is back
    expect([buffer.take(9), buffer.take(9), buffer.take(9)]).toEqual([[first], [last], []]);
  });

  it('the buffer of hits gives the oldest first, and knows them no more', () => {
    const buffer = new HitBuffer(10);
    for (const name of ['a', 'b', 'c']) buffer.add(hit(name));
    expect(buffer.take(2).map(({ listener }) => listener)).toEqual(['a', 'b']);
    expect(buffer.add(hit('a'))).toBe('added');
    expect(buffer.take(9).map(({ listener }) => listener)).toEqual(['c', 'a']);
    expect(buffer.take(9)).toEqual([]);
  });

  it('the buffer of hits holds so many and no more, however many come', () => {
    const buffer = new HitBuffer(100);
    const outcomes = Array.from({ length: 10_000 }, (_, n) => buffer.add(hit(`${n}`)));
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(9900);
    expect(buffer.size).toBe(100);
  });
});
