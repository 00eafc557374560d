import { describe, expect, it, jest } from '@jest/globals';
import { RememberedAnswers } from './remembered-answers.js';

type Answer = { readonly text: string };

const AWAY = new Error('away');
const answers = (changes: { freshMs?: number; staleMs?: number } = {}) =>
  new RememberedAnswers<Answer>({
    maxSize: 2,
    sizeOf: () => 1,
    freshMs: 0,
    staleMs: Infinity,
    retryMs: 0,
    timeoutMs: 1,
    isAway: (error) => error === AWAY,
    ...changes,
  });
const saying = (text: string) => () => Promise.resolve({ text });
const nothing = () => Promise.resolve(undefined);
const away = () => Promise.reject(AWAY);
const silent = () => new Promise<never>(() => undefined);

describe('remembered answers', () => {
  it.each([['is away', away], ['is silent', silent]])('remembered answers are given while the source %s', async (_case, source) => {
    const remembered = answers();
    await remembered.find('a', saying('one'));
    expect(await remembered.find('a', source)).toEqual({ text: 'one' });
    expect(await remembered.find('a', source)).toEqual({ text: 'one' });
  }); // prettier-ignore

  it('remembered answers are dropped once the source has none', async () => {
    const remembered = answers();
    await remembered.find('a', saying('one'));
    expect(await remembered.find('a', nothing)).toBeUndefined();
    expect(await remembered.find('a', away)).toBeUndefined();
  });

  it('remembered answers are asked for at once after there was nothing', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const remembered = answers({ freshMs: 10 });
    await remembered.find('a', saying('one'));
    now.mockReturnValue(20);
    expect(await remembered.find('a', nothing)).toBeUndefined();
    expect(await remembered.find('a', saying('two'))).toEqual({ text: 'two' });
    now.mockRestore();
  });

  it('remembered answers are replaced by an answer that comes late', async () => {
    const remembered = answers();
    await remembered.find('a', saying('one'));
    const late = Promise.withResolvers<undefined>();
    expect(await remembered.find('a', () => late.promise)).toEqual({ text: 'one' });
    late.resolve(undefined);
    await late.promise;
    await new Promise(setImmediate);
    expect(await remembered.find('a', silent)).toBeUndefined();
  });

  it('remembered answers are not given when they are too old', async () => {
    const remembered = answers({ staleMs: -1 });
    await remembered.find('a', saying('one'));
    await expect(remembered.find('a', away)).rejects.toBe(AWAY);
  });

  it('remembered answers are asked for again once they are not fresh', async () => {
    const fresh = answers({ freshMs: Infinity });
    await fresh.find('a', saying('one'));
    expect(await fresh.find('a', saying('two'))).toEqual({ text: 'one' });
    const old = answers();
    await old.find('a', saying('one'));
    expect(await old.find('a', ({ text } = { text: '' }) => Promise.resolve({ text: `${text} more` }))).toEqual({ text: 'one more' });
  });

  it('remembered answers are forgotten for newer ones, but not for keys that have none', async () => {
    const remembered = answers();
    await remembered.find('a', saying('one'));
    for (const key of ['b', 'c', 'd']) await remembered.find(key, nothing);
    expect(await remembered.find('a', away)).toEqual({ text: 'one' });
    for (const key of ['b', 'c']) await remembered.find(key, saying(key));
    await expect(remembered.find('a', away)).rejects.toBe(AWAY);
  });

  it('remembered answers share a look-up, and pass other errors on', async () => {
    const remembered = answers();
    const bug = new Error('bug');
    let lookUps = 0;
    const count = () => Promise.resolve({ text: String((lookUps += 1)) });
    await Promise.all([remembered.find('a', count), remembered.find('a', count)]);
    expect(lookUps).toBe(1);
    await expect(remembered.find('a', () => Promise.reject(bug))).rejects.toBe(bug);
  });
});
