import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { calledTool, isListening, messageOf } from './messages.js';

const read = (body: string, headers: Record<string, string> = {}) => {
  const stream = Readable.from([Buffer.from(body)]);
  const request = Object.assign(stream, { headers: { 'content-type': 'application/json', ...headers }, socket: {} });
  return messageOf(request as unknown as Request, {} as Response);
};

it('a message is one JSON object', async () => expect(await read('{"method":"ping"}')).toEqual({ method: 'ping' }));

it.each<[string, string, Record<string, string>, number, number]>([
  ['no JSON', '{', {}, 400, -32_700],
  ['a batch', '[{}]', {}, 400, -32_600],
  ['null', 'null', {}, 400, -32_600],
  ['too long', '{}', { 'content-length': '1000001' }, 413, -32_600],
  ['of another type', '{}', { 'content-type': 'text/plain' }, 415, -32_600],
])('a body that is %s is refused with a status and a code of the protocol', async (_, body, headers, status, code) => {
  await expect(read(body, headers)).rejects.toMatchObject({ status, code });
});

it.each([
  [{ method: 'tools/call', params: { name: 'getPodcasts' } }, 'getPodcasts'],
  [{ method: 'tools/call', params: { name: 5 } }, undefined],
  [{ method: 'tools/call', params: null }, undefined],
  [{ method: 'tools/list', params: { name: 'getPodcasts' } }, undefined],
  [undefined, undefined],
])('the tool that the message %j calls is %j', (message, tool) => {
  expect(calledTool(message)).toBe(tool);
});

it('only a subscription opens a stream of notifications', () => {
  expect([{ method: 'subscriptions/listen' }, { method: 'tools/list' }, undefined].map(isListening)).toEqual([true, false, false]);
});
