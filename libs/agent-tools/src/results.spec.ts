import { expect, it } from '@jest/globals';
import { MAX_ANSWER_BYTES, resultOf, textOf } from './results.js';

const headers = { 'content-type': 'application/json; charset=utf-8' };

it('an answer of the API is text and data, with the headers that the next request may need', () => {
  expect(resultOf({ status: 200, headers: { ...headers, etag: '"v1"' }, body: '{"data":1}' })).toEqual({
    content: [
      { type: 'text', text: '{"data":1}' },
      { type: 'text', text: 'ETag: "v1"' },
    ],
    structuredContent: { data: 1 },
  });
});

it.each([400, 404, 422, 503])('a refusal with %d is an error whose codes an agent can read', (status) => {
  expect(resultOf({ status, headers: { ...headers, 'retry-after': '3' }, body: '{"errors":[]}' })).toEqual({
    content: [
      { type: 'text', text: '{"errors":[]}' },
      { type: 'text', text: `HTTP ${status}\nRetry-After: 3` },
    ],
    structuredContent: { errors: [] },
    isError: true,
  });
});

it('the body of an answer is read up to what a result can carry, whatever comes behind it', async () => {
  const encoder = new TextEncoder();
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* body(...pieces: readonly string[]) {
    for (const piece of pieces) yield encoder.encode(piece);
  }
  expect(await textOf(body())).toBe('');
  expect(await textOf(body('é', ' and ', 'more'))).toBe('é and more');
  const most = 'x'.repeat(MAX_ANSWER_BYTES);
  expect(await textOf(body(most))).toHaveLength(MAX_ANSWER_BYTES);
  expect(await textOf(body(most, 'x'))).toBeNull();
});

it('an answer that is too long is an error that says what to do', () => {
  expect(resultOf({ status: 200, headers, body: null })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Ask for less') }],
  });
});
