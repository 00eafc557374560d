import { open, type FileHandle } from 'node:fs/promises';
import { codeOf } from '@app/process';
import { httpErrors } from '@app/http/errors';
import { isHeld } from '@app/http/server';
import type { Request, Response } from 'express';
import type { VideoFile } from '../episodes/episode-makers.js';
import type { Receivers } from './receivers.js';
import { CACHE_CONTROL } from './send-file.js';

/** Where the bytes of an upload are: in a file of this machine, or at an address that is good for a while. */
type VideoLocation = { readonly path: string } | { readonly url: string };

type Video = { readonly file: VideoFile; readonly location: VideoLocation; readonly receivers: Receivers };

/** Offsets of the first byte and of the last one. */
type Part = { readonly start: number; readonly end: number };

const CHUNK_BYTES = 64 * 1024;

/** Sends a video, or the part of it that `Range` names (RFC 9110, 14), or leads to the object store. */
export async function sendVideo(request: Request, response: Response, { file, location, receivers }: Video): Promise<void> {
  const { contentType, byteSize } = file;
  response.set({ 'Accept-Ranges': 'bytes', 'Content-Type': contentType });
  if ('url' in location) {
    response.set('Cache-Control', 'no-store'); // the address ends to be good before others forget it
    if (request.method === 'HEAD')
      response.set('Content-Length', String(byteSize)).end(); // the address is good for GET alone
    else response.redirect(302, location.url);
    return;
  }
  const video = await open(location.path).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? httpErrors.not_found('There is no public file at this address.') : error;
  });
  await sendStored(request, response, { file, video, receivers }).finally(() => video.close());
}

type OpenVideo = Omit<Video, 'location'> & { readonly video: FileHandle };

async function sendStored(request: Request, response: Response, { file, video, receivers }: OpenVideo): Promise<void> {
  const { uploadId, byteSize } = file;
  const etag = `"${uploadId}"`;
  response.set({ ETag: etag, 'Cache-Control': CACHE_CONTROL });
  if (isHeld(request, etag)) {
    response.status(304).end();
    return;
  }
  const part = partOf(request, etag, byteSize);
  const { start, end } = part ?? { start: 0, end: byteSize - 1 };
  response.set('Content-Length', String(end + 1 - start));
  if (part) response.status(206).set('Content-Range', `bytes ${start}-${end}/${byteSize}`);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  receivers.admit(request.ip ?? '', response);
  await sendPart(response, video, { start, end });
}

/** The one part that is asked for. Undefined for the whole, several parts or an invalid header (RFC 9110, 14.1.1). */
function partOf(request: Request, etag: string, byteSize: number): Part | undefined {
  if (![undefined, etag].includes(request.get('If-Range'))) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.get('Range') ?? '') ?? [];
  if (first + last === '' || (first !== '' && last !== '' && Number(last) < Number(first))) return undefined;
  const start = first === '' ? byteSize - Number(last) : Number(first);
  if (start < 0) return undefined; // all of it
  if (start >= byteSize)
    throw httpErrors.range_not_satisfiable({ size: byteSize }, { headers: { 'Content-Range': `bytes */${byteSize}` } });
  return { start, end: first === '' || last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1) };
}

/** Sends through one buffer: with a new one for each read, 64 listeners make 60 MB of garbage before V8 collects it. */
async function sendPart(response: Response, video: FileHandle, { start, end }: Part): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let at = start; at <= end && !response.destroyed;) {
    const { bytesRead } = await video.read(buffer, 0, Math.min(CHUNK_BYTES, end + 1 - at), at);
    if (bytesRead === 0) return void response.destroy(); // the file is shorter than it was
    at += bytesRead;
    await taken(response, buffer.subarray(0, bytesRead));
  }
  response.end();
}

/** Waits until the system has all of a chunk, or the client has left. */
function taken(response: Response, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(chunk, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}
