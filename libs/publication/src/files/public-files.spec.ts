import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { TooBusyError } from '@app/process';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { compressed, PublicFiles, type FileMaker } from './public-files.js';
import { PulseQueries } from './pulse.queries.js';

type State = { readonly version: string };
type File = { readonly text: string };

const AWAY = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
const never = () => new Promise<never>(() => undefined);

let now: number;
let state: () => Promise<State | undefined>;
let pulse: () => Promise<unknown>;
let files: PublicFiles<State, File>;

const maker: FileMaker<State, File> = {
  state: () => state(),
  make: (_, { version }) => Promise.resolve({ text: version }),
  sizeOf: () => 1,
};
const found = async () => (await files.find('id', '192.0.2.1'))?.text;

beforeEach(async () => {
  now = 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  state = () => Promise.resolve({ version: 'old' });
  pulse = () => Promise.resolve();
  files = new PublicFiles(maker, () => pulse());
  expect(await found()).toBe('old');
});

afterEach(() => void jest.restoreAllMocks());

describe('what a process remembers (contract 17.3)', () => {
  it('a process sends a public file that it remembers for 20 s without a look-up', async () => {
    state = never;
    now += 19_000;
    expect(await found()).toBe('old');
  });

  it.each([21_000, 59_000, 3_500_000])(
    'what a process remembers of a public file is sent after %d ms while the database hangs',
    async (ms) => {
      state = never;
      pulse = never;
      now += ms;
      expect(await found()).toBe('old');
      expect(await found()).toBe('old');
    },
  );

  it('what a process remembers of a public file is not sent beyond 60 s while the database answers, however late', async () => {
    const looked = Promise.withResolvers<State>();
    const asked = Promise.withResolvers<undefined>();
    state = () => looked.promise;
    pulse = () => {
      asked.resolve(undefined);
      return Promise.resolve();
    };
    now += 61_000;
    const finding = found();
    await asked.promise;
    await turn();
    looked.resolve({ version: 'new' });
    expect(await finding).toBe('new');
  });

  it('what a process remembers of a public file is what a late look-up has found, from the next request on', async () => {
    const looked = Promise.withResolvers<State | undefined>();
    state = () => looked.promise;
    now += 30_000;
    expect(await found()).toBe('old');
    looked.resolve(undefined);
    await turn();
    state = never;
    pulse = never;
    now += 10_000;
    expect(await found()).toBeUndefined();
  });

  it.each<[string, Error, number, string | undefined]>([
    ['the database is away', AWAY, 3_500_000, 'old'],
    ['the database is away for more than an hour', AWAY, 3_700_000, undefined],
    ['the process is busy', new TooBusyError(), 61_000, undefined],
    ['something else fails', new Error('a bug'), 30_000, undefined],
  ])('what a process remembers of a public file is told from a failure while %s', async (_, error, ms, expected) => {
    state = () => Promise.reject(error);
    now += ms;
    expect(await found().catch((failure: unknown) => (failure === error ? undefined : 'another failure'))).toBe(expected);
  });

  it('a process still remembers a public file after it was too busy to look it up', async () => {
    state = () => Promise.reject(new TooBusyError());
    now += 61_000;
    await expect(found()).rejects.toThrow(TooBusyError);
    state = () => Promise.reject(AWAY);
    expect(await found()).toBe('old');
  });
});

it('the database is asked for its pulse once for all that ask together, and anew after an answer or a failure', async () => {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const query = () => {
    const answer = Promise.withResolvers<unknown>();
    answers.push(answer);
    return answer.promise;
  };
  const { ask } = new PulseQueries({ query } as unknown as DataSource);
  const together = [ask(), ask()];
  expect(answers.length).toBe(1);
  answers[0]?.resolve([]);
  await Promise.all(together);
  const failing = ask();
  answers[1]?.reject(AWAY);
  await expect(failing).rejects.toBe(AWAY);
  const last = ask();
  answers[2]?.resolve([]);
  await last;
  expect(answers.length).toBe(3);
});

it('a public text of many pieces is whole in both encodings', async () => {
  const pieces = Array.from({ length: 5000 }, (_, n) => `Ä piece of the text, number ${n}. `.repeat(3));
  const { gzip, brotli } = await compressed(pieces, 'text/plain');
  expect([gunzipSync(gzip), brotliDecompressSync(brotli)].map(String)).toEqual([pieces.join(''), pieces.join('')]);
});

it('a public text that fails in the middle fails whoever asked for it, and nothing else', async () => {
  function* pieces() {
    yield 'x'.repeat(1_000_000);
    throw new Error('marks of another text');
  }
  await expect(compressed(pieces(), 'text/plain')).rejects.toThrow('marks of another text');
});
