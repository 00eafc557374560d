import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isHeld } from '@app/http';
import type { Request, Response } from 'express';
import type { PublicFile } from './public-files.js';
import type { Receivers } from './receivers.js';

/** How long others may keep what is public (contract 17.3). */
export const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400';

/** Smaller answers need no place. */
const LARGE_BYTES = 64 * 1024;

/** Sends a file as it is kept, in an encoding that the client takes; 304 when the client has it. */
export async function sendFile(request: Request, response: Response, file: PublicFile, receivers: Receivers): Promise<void> {
  response.set({ 'Content-Type': file.contentType, ETag: file.etag, 'Cache-Control': CACHE_CONTROL, Vary: 'Accept-Encoding' });
  if (isHeld(request, file.etag)) {
    response.status(304).end();
    return;
  }
  const encoding = request.acceptsEncodings(['gzip', 'br', 'identity']);
  const bytes = encoding === 'br' ? file.brotli : file.gzip;
  const length = encoding === 'identity' ? textLength(file) : bytes.length;
  const isHead = request.method === 'HEAD';
  if (!isHead && length > LARGE_BYTES) receivers.admit(request.ip ?? '', response);
  response.set('Content-Length', String(length));
  if (encoding !== 'identity') response.set('Content-Encoding', encoding === 'br' ? 'br' : 'gzip').end(isHead ? undefined : bytes);
  else if (isHead) response.end();
  else await pipeline(Readable.from([bytes]), createGunzip(), response).catch(() => response.destroy()); // the client has disconnected
}

/** Bytes of the text, with which a gzip file ends (RFC 1952, 2.3.1). */
function textLength({ gzip }: PublicFile): number {
  return gzip.readUInt32LE(gzip.length - 4);
}
