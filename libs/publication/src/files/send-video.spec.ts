import { randomBytes } from 'node:crypto';
import { fstatSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TooBusyError } from '@app/process';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import type { Receivers } from './receivers.js';
import { sendVideo } from './send-video.js';

let folder: string;
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'send-video-'));
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

/** Asks for a video of so many bytes, or for a range of it. */
async function ask(path: string, byteSize: number, range?: string): Promise<{ answer: IncomingMessage; sent: Promise<void> }> {
  const sending = Promise.withResolvers<void>();
  const listening = createServer((request, response) => {
    const set = (...given: [object] | [string, string]) => {
      for (const [name, value] of given.length === 1 ? Object.entries(given[0]) : [given]) response.setHeader(name, value as string);
      return response;
    };
    const asked = Object.assign(request, {
      ip: '192.0.2.1',
      get: (name: string) => (name === 'Range' ? range : undefined),
    }) as unknown as Request;
    const receivers = { admit: () => undefined } as unknown as Receivers;
    const file = { uploadId: 'u', contentType: 'video/mp4', byteSize };
    const status = (code: number) => ((response.statusCode = code), response);
    const answer = Object.assign(response, { set, status }) as unknown as Response;
    sendVideo(asked, answer, { file, location: { path }, receivers }).then(sending.resolve, sending.reject);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => get({ port, agent: false }, resolve).once('error', reject));
  return { answer, sent: sending.promise };
}

it('a video of many chunks arrives as it is stored', async () => {
  const bytes = randomBytes(5_000_001);
  writeFileSync(join(folder, 'video'), bytes);
  const { answer, sent } = await ask(join(folder, 'video'), bytes.length);
  expect((await buffer(answer)).equals(bytes)).toBe(true);
  await sent;
});

it.each([
  ['bytes=0-1', 206, 2],
  ['bytes=90-', 206, 10],
  ['bytes=90-1000', 206, 10],
  ['bytes=-10', 206, 10],
  ['bytes=-101', 200, 100],
  ['bytes=5-2', 200, 100],
  ['bytes=0-1,10-19', 200, 100],
  ['bytes=-', 200, 100],
  ['items=200-', 200, 100],
])('%s of a video of 100 bytes is %i with %i bytes', async (range, status, length) => {
  writeFileSync(join(folder, 'video'), 'x'.repeat(100));
  const { answer } = await ask(join(folder, 'video'), 100, range);
  expect([answer.statusCode, (await buffer(answer)).length]).toEqual([status, length]);
});

it.each([
  ['GET', { status: 302, location: 'https://s3.example/video?signature' }],
  ['HEAD', { length: '100' }], // the address is signed for GET
])('%s of a video in an object store: %j', async (method, expected) => {
  const sent: Record<string, unknown> = {};
  const set = (name: string | object, value?: string) => {
    if (name === 'Content-Length') sent['length'] = value;
    return { end: () => undefined };
  };
  const redirect = (status: number, location: string) => Object.assign(sent, { status, location });
  const location = { url: 'https://s3.example/video?signature' };
  const file = { uploadId: 'u', contentType: 'video/mp4', byteSize: 100 };
  await sendVideo({ method } as Request, { set, redirect } as unknown as Response, { file, location, receivers: {} as Receivers });
  expect(sent).toEqual(expected);
});

it('a listener who leaves in the middle of a video ends its reading', async () => {
  writeFileSync(join(folder, 'video'), '');
  truncateSync(join(folder, 'video'), 200_000_000);
  const { answer, sent } = await ask(join(folder, 'video'), 200_000_000);
  answer.once('data', () => answer.destroy());
  await sent;
});

it('a video that is shorter than it was is cut off, so that the listener’s app knows', async () => {
  writeFileSync(join(folder, 'video'), 'x'.repeat(1000));
  const { answer } = await ask(join(folder, 'video'), 2000);
  await expect(buffer(answer)).rejects.toThrow('aborted');
});

it.each(['GET', 'HEAD'])('a video whose file is gone is not found by %s', async (method) => {
  const response = { set: () => undefined } as unknown as Response;
  const asked = { method, ip: '192.0.2.1', get: () => undefined } as unknown as Request;
  const file = { uploadId: 'u', contentType: 'video/mp4', byteSize: 1 };
  const sending = sendVideo(asked, response, { file, location: { path: join(folder, 'gone') }, receivers: {} as Receivers });
  await expect(sending).rejects.toMatchObject({ kind: 'not_found' });
});

/** Whether a descriptor of this process has a file open. */
function isOpen(path: string): boolean {
  const { dev, ino } = statSync(path);
  return Array.from({ length: 4096 }, (_, fd) => fd).some((fd) => {
    try {
      const opened = fstatSync(fd);
      return opened.dev === dev && opened.ino === ino;
    } catch {
      return false; // there is no such descriptor
    }
  });
}

it.each<[string, string | undefined, object]>([
  ['begins behind its end', 'bytes=100-', { kind: 'range_refused' }],
  ['comes while too many are being sent', undefined, new TooBusyError()],
])('a request for a video that %s leaves no file open', async (_, range, failure) => {
  const path = join(folder, 'video');
  writeFileSync(path, 'x'.repeat(100));
  const response = { set: () => response } as unknown as Response;
  const asked = { method: 'GET', headers: {}, get: (name: string) => (name === 'Range' ? range : undefined) } as unknown as Request;
  const refuse = () => {
    throw new TooBusyError();
  };
  const file = { uploadId: 'u', contentType: 'video/mp4', byteSize: 100 };
  const receivers = { admit: refuse } as unknown as Receivers;
  await expect(sendVideo(asked, response, { file, location: { path }, receivers })).rejects.toMatchObject(failure);
  expect(isOpen(path)).toBe(false);
});
