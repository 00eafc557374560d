import { expect, it } from '@jest/globals';
import { requestOf } from './request.ts';

const payload = { id: 'e1', type: 'video_quota.low', createdAt: '2026-11-21T09:04:00.015Z', data: { title: 'Grüße 😀' } };

it('the request has the path and host of its destination, and the length of its body in bytes', () => {
  const { line, headers, body } = requestOf({ event_id: 'e1', url: 'https://hooks.example.com/in/box?key=1', payload });
  expect(line).toBe('POST /in/box?key=1 HTTP/1.1');
  const values = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    Host: 'hooks.example.com',
    'webhook-id': 'e1',
    'Content-Length': String(new TextEncoder().encode(body ?? '').length),
  });
});

it('what an attempt changes is named as such', () => {
  const { headers } = requestOf({ event_id: 'e1', url: 'https://hooks.example.com/', payload });
  expect(headers.filter(({ isPerAttempt }) => isPerAttempt).map(({ name }) => name)).toEqual([
    'X-SERVICE-Signature',
    'webhook-timestamp',
    'webhook-signature',
  ]);
});

it('a challenge has no body to show, and a forgotten destination no address', () => {
  const { body, headers, line } = requestOf({ event_id: 'e1', url: null, payload: null });
  expect([body, line, headers.some(({ name }) => name === 'Content-Length')]).toEqual([null, 'POST /… HTTP/1.1', false]);
});
