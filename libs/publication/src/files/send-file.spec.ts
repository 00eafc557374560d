import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { compressed } from './public-files.js';
import type { Receivers } from './receivers.js';
import { sendFile } from './send-file.js';

const LONG = 'a'.repeat(1_000_000);

/** Sends a text of a megabyte that compresses well. */
async function sent(encoding: string, method = 'GET') {
  const headers: Record<string, string> = {};
  const set = (given: string | Record<string, string>, value = '') =>
    Object.assign(headers, typeof given === 'string' ? { [given]: value } : given);
  const response = Object.assign(new PassThrough(), { set: (...given: Parameters<typeof set>) => (set(...given), response) });
  const request = { method, headers: {}, ip: '192.0.2.1', acceptsEncodings: () => encoding };
  const places: string[] = [];
  const receivers = { admit: (address: string) => places.push(address) };
  const file = await compressed([LONG], 'text/plain');
  const sending = sendFile(request as unknown as Request, response as unknown as Response, file, receivers as unknown as Receivers);
  const [body] = await Promise.all([text(response), sending]);
  return { body, places, length: Number(headers['Content-Length']) };
}

it('a long text takes a place when it is sent uncompressed, however well it compresses (contract 2.12)', async () => {
  expect(await sent('identity')).toEqual({ body: LONG, places: ['192.0.2.1'], length: LONG.length });
  const zipped = await sent('gzip');
  expect([zipped.places, zipped.length < LONG.length]).toEqual([[], true]);
});

it.each(['GET', 'HEAD'])('%s of what the client has already is 304 without a body (contract 17.3)', async (method) => {
  const file = await compressed([LONG], 'text/plain');
  const response = Object.assign(new PassThrough(), { set: () => response, statusCode: 200, status: (code: number) => ((response.statusCode = code), response) }); // prettier-ignore
  const request = { method, headers: { 'if-none-match': file.etag }, acceptsEncodings: () => 'gzip' };
  await sendFile(request as unknown as Request, response as unknown as Response, file, {} as Receivers);
  expect([response.statusCode, await text(response)]).toEqual([304, '']);
});

it('HEAD of a public file tells the length of the text without taking a place', async () => {
  expect(await sent('identity', 'HEAD')).toEqual({ body: '', places: [], length: LONG.length });
});
