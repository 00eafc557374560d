import { expect, it } from '@jest/globals';
import { baseUrlOf, connectionOf } from './config.js';
import { UsageError } from './failures.js';

it.each([
  ['https://podcasts.example.com', 'https://podcasts.example.com'],
  ['https://podcasts.example.com/', 'https://podcasts.example.com'],
  ['https://podcasts.example.com/api/v1', 'https://podcasts.example.com'],
  ['https://podcasts.example.com/api/v1///', 'https://podcasts.example.com'],
  ['http://127.0.0.1:3000/below/api/v1/', 'http://127.0.0.1:3000/below'],
  ['https://podcasts.example.com/api/v1/episodes', 'https://podcasts.example.com/api/v1/episodes'],
])('%s is the base URL %s', (written, meant) => {
  expect(baseUrlOf(written)).toBe(meant);
});

it('a base URL of a hundred thousand slashes is read in no time', () => {
  expect(baseUrlOf(`https://podcasts.example.com${'/'.repeat(100_000)}x`)).toMatch(/x$/); // quadratic: minutes
});

it.each(['podcasts.example.com', 'ftp://podcasts.example.com', 'https://', '//podcasts.example.com', ' https://podcasts.example.com'])(
  '%s is refused as a base URL',
  (written) => expect(() => baseUrlOf(written)).toThrow(UsageError),
);

it.each([
  ['https://podcasts.example.com', true],
  ['http://[::1]:3000', true],
  ['http://a.localhost', true],
  ['http://127.0.0.2:3000', true],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://10.0.0.1', false],
])('a token may be sent to %s: %s', async (api, may) => {
  const env = { PODCAST_API: api, PODCAST_TOKEN: 'pat_x', PODCAST_CONFIG: '/nowhere/config.json' };
  const outcome = await connectionOf(env).then(() => true, (error: unknown) => !(error instanceof UsageError)); // prettier-ignore
  expect(outcome).toBe(may);
});
