import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isHeld } from '@app/http/server';
import accepts from 'accepts';
import type { PublicFile } from './public-files.js';

/** How long others may keep what is public (contract 17.3). */
export const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400';

/** Smaller answers need no place. */
const LARGE_BYTES = 64 * 1024;

/**
 * Sends a file as it is kept, in an encoding that the client takes; 304 when the client has it.
 * @param takePlace is called before anything is written of a large answer, and may throw
 */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: PublicFile, takePlace: () => void): void {
  const head = { 'Content-Type': file.contentType, ETag: file.etag, 'Cache-Control': CACHE_CONTROL, Vary: 'Accept-Encoding' };
  if (isHeld(request, file.etag)) {
    response.writeHead(304, head).end();
    return;
  }
  const encoding = accepts(request).encodings(['gzip', 'br', 'identity']) || 'gzip';
  const bytes = encoding === 'br' ? file.brotli : file.gzip;
  const length = encoding === 'identity' ? textLength(file) : bytes.length;
  const isHead = request.method === 'HEAD';
  if (!isHead && length > LARGE_BYTES) takePlace();
  response.writeHead(200, { ...head, 'Content-Length': length, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) });
  if (isHead) response.end();
  else if (encoding !== 'identity') response.end(bytes);
  // Fails when the client has disconnected.
  else void pipeline(Readable.from([bytes]), createGunzip(), response).catch(() => response.destroy());
}

/** Bytes of the text, with which a gzip file ends (RFC 1952, 2.3.1). */
function textLength({ gzip }: PublicFile): number {
  return gzip.readUInt32LE(gzip.length - 4);
}
