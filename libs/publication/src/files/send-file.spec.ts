import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { compressed } from './public-files.js';
import { sendFile } from './send-file.js';

const LONG = 'a'.repeat(1_000_000);

/** Sends a text of a megabyte that compresses well. */
async function sent(method: string, headers: Record<string, string>) {
  const file = await compressed([LONG], 'text/plain');
  let [status, places, head] = [0, 0, {} as Record<string, unknown>];
  const writeHead = (code: number, fields: Record<string, unknown>) => {
    [status, head] = [code, fields];
    return response;
  };
  const response: PassThrough = Object.assign(new PassThrough(), { writeHead });
  const request = { method, headers: { ...headers, ...('if-none-match' in headers && { 'if-none-match': file.etag }) } };
  sendFile(request as unknown as IncomingMessage, response as unknown as ServerResponse, file, () => (places += 1));
  return { answer: { status, body: await text(response), length: head['Content-Length'], places }, head };
}

it('a long text takes a place when it is sent uncompressed, however well it compresses (contract 2.12)', async () => {
  const { answer } = await sent('GET', { 'accept-encoding': 'identity' });
  expect(answer).toEqual({ status: 200, body: LONG, length: LONG.length, places: 1 });
  const { answer: zipped } = await sent('GET', { 'accept-encoding': 'gzip' });
  expect([zipped.places, Number(zipped.length) < LONG.length]).toEqual([0, true]);
});

it.each(['GET', 'HEAD'])('%s of what the client has already is 304 without a body (contract 17.3)', async (method) => {
  const { answer } = await sent(method, { 'if-none-match': '' });
  expect(answer).toEqual({ status: 304, body: '', length: undefined, places: 0 });
});

it('HEAD of a public file tells the length of the text without taking a place', async () => {
  const { answer } = await sent('HEAD', { 'accept-encoding': 'identity' });
  expect(answer).toEqual({ status: 200, body: '', length: LONG.length, places: 0 });
});

it.each<[string, Record<string, string>, string | undefined]>([
  ['gzip', { 'accept-encoding': 'gzip' }, 'gzip'],
  ['brotli', { 'accept-encoding': 'br' }, 'br'],
  ['no encoding', { 'accept-encoding': 'identity' }, undefined],
  ['a 304', { 'if-none-match': '' }, undefined],
])('caches keep a public file apart by Accept-Encoding when it is sent as %s (contract 17.3)', async (_, headers, encoding) => {
  const { head } = await sent('GET', headers);
  expect([head['Content-Encoding'], head['Vary']]).toEqual([encoding, 'Accept-Encoding']);
});
