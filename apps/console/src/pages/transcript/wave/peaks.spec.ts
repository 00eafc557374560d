import { expect, it } from '@jest/globals';
import { peaksOf, windowAround } from './peaks.ts';

it('a fiftieth of a second is as loud as its loudest sample', () => {
  const samples = new Float32Array(100);
  samples[30] = -0.5;
  samples[99] = 2;
  expect([...peaksOf(samples, 2000)]).toEqual([128, 0, 255]);
});

it.each([
  [20, 22, { from: 16, to: 26 }],
  [1, 2, { from: 0, to: 10 }],
  [100, 120, { from: 95, to: 125 }],
])('a subtitle from %d to %d s has room around it: %j', (start, end, shown) => {
  expect(windowAround(start, end)).toEqual(shown);
});
