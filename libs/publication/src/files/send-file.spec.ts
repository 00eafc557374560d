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
  let [status, length, places] = [0, undefined as number | undefined, 0];
  const writeHead = (code: number, { 'Content-Length': bytes }: { 'Content-Length'?: number }) => {
    [status, length] = [code, bytes];
    return response;
  };
  const response: PassThrough = Object.assign(new PassThrough(), { writeHead });
  const request = { method, headers: { ...headers, ...('if-none-match' in headers && { 'if-none-match': file.etag }) } };
  sendFile(request as unknown as IncomingMessage, response as unknown as ServerResponse, file, () => (places += 1));
  return { status, body: await text(response), length, places };
}

it('a long text takes a place when it is sent uncompressed, however well it compresses (contract 2.12)', async () => {
  expect(await sent('GET', { 'accept-encoding': 'identity' })).toEqual({ status: 200, body: LONG, length: LONG.length, places: 1 });
  const zipped = await sent('GET', { 'accept-encoding': 'gzip' });
  expect([zipped.places, Number(zipped.length) < LONG.length]).toEqual([0, true]);
});

it.each(['GET', 'HEAD'])('%s of what the client has already is 304 without a body (contract 17.3)', async (method) => {
  expect(await sent(method, { 'if-none-match': '' })).toEqual({ status: 304, body: '', length: undefined, places: 0 });
});

it('HEAD of a public file tells the length of the text without taking a place', async () => {
  expect(await sent('HEAD', { 'accept-encoding': 'identity' })).toEqual({ status: 200, body: '', length: LONG.length, places: 0 });
});
