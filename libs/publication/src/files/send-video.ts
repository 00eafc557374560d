import { promisify } from 'node:util';
import { isHeld } from '@app/http';
import { httpErrors } from '@app/http/errors';
import type { Request, Response } from 'express';
import type { VideoFile } from '../episodes/episode-makers.js';
import type { Receivers } from './receivers.js';
import { CACHE_CONTROL } from './send-file.js';

/** Where the bytes of an upload are: in a folder of this machine, or at an address that is good for a while. */
type VideoLocation = { readonly root: string; readonly name: string } | { readonly url: string };

type Video = { readonly file: VideoFile; readonly location: VideoLocation; readonly receivers: Receivers };

/** Sends a video, or the part of it that `Range` names (RFC 9110, 14), or leads to the object store. */
export async function sendVideo(request: Request, response: Response, { file, location, receivers }: Video): Promise<void> {
  if ('url' in location) {
    if (request.method === 'HEAD') {
      // The signed address is good for GET alone.
      const { contentType, byteSize } = file;
      response.set({
        'Content-Type': contentType,
        'Content-Length': String(byteSize),
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'no-store',
      });
      response.end();
      return;
    }
    response.set('Cache-Control', 'no-store').redirect(302, location.url); // the address ends to be good before others forget it
    return;
  }
  const etag = `"${file.uploadId}"`;
  response.set({ 'Content-Type': file.contentType, ETag: etag, 'Cache-Control': CACHE_CONTROL });
  if (isHeld(request, etag)) {
    response.status(304).end();
    return;
  }
  if (request.method !== 'HEAD') receivers.admit(request.ip ?? '', response);
  const send = promisify<string, object>(response.sendFile.bind(response));
  try {
    await send(location.name, { root: location.root, cacheControl: false, lastModified: false });
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 416) {
      const headers = { 'Content-Range': `bytes */${file.byteSize}` };
      throw httpErrors.range_not_satisfiable({ size: file.byteSize }, { headers });
    }
    if (status === 404) throw httpErrors.not_found('There is no public file at this address.');
    if (!response.headersSent && !response.destroyed) throw error;
  }
}
