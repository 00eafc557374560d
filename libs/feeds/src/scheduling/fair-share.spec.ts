import { expect, it } from '@jest/globals';
import { fairShare } from './fair-share.js';

const due = (text: string) => [...text].map((ownerId, index) => ({ ownerId, dueAt: new Date(index), name: `${ownerId}${index}` }));
const names = (text: string, free: number, perOwner = 10, running: Record<string, number> = {}) =>
  fairShare(due(text), { free, perOwner, running: new Map(Object.entries(running)) }).map(({ name }) => name);

it('places for refetches go round the users, in the order in which they have waited', () => {
  expect(names('aaabca', 4)).toEqual(['a0', 'b3', 'c4', 'a1']);
});

it('a user who has places already comes after those who have none', () => {
  expect(names('aabb', 2, 10, { a: 1 })).toEqual(['b2', 'a0']);
});

it('no user has more than its share, even if places stay free', () => {
  expect(names('aaaa', 4, 3, { a: 1 })).toEqual(['a0', 'a1']);
  expect(names('aab', 3, 2, { a: 2 })).toEqual(['b2']);
});
