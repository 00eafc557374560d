import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Drafts, draftsOf } from './drafts.ts';

beforeEach(() => {
  Object.assign(globalThis, { indexedDB: { open: () => ({}) } }); // it never answers
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

it('a page opens without its draft, and a person signs out, where the storage of the browser does not answer', async () => {
  const { queryFn } = new Drafts<string>('transcript').query('episode');
  const draft = (queryFn as () => Promise<string | null>)();
  const left = draftsOf(new Set(['podcast']));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all([draft, left])).toEqual([null, []]);
});
