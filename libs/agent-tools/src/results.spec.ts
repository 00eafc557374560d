import { expect, it } from '@jest/globals';
import { resultOf } from './results.js';

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

it.each([404, 422, 503])('a refusal with %d is an error whose codes an agent can read', (status) => {
  expect(resultOf({ status, headers: { ...headers, 'retry-after': '3' }, body: '{"errors":[]}' })).toEqual({
    content: [
      { type: 'text', text: '{"errors":[]}' },
      { type: 'text', text: `HTTP ${status}\nRetry-After: 3` },
    ],
    structuredContent: { errors: [] },
    isError: true,
  });
});

it('an answer that is too long is an error that says what to do', () => {
  expect(resultOf({ status: 200, headers, body: null })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Ask for less') }],
  });
});
