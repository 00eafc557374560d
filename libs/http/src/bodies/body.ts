import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatheredBytes } from '@app/process/gathered-bytes';
import type { AppError } from '../errors/app-error.js';
import { httpErrors } from '../errors/http.errors.js';
import { REQUEST_MEMORY, type Holding } from './request-memory.js';

/** Largest JSON body of a route that names no other limit, in bytes (contract 2.11). */
export const JSON_BODY_LIMIT = 1_000_000;

/** Smaller bodies need no place; larger ones than the second need a least rate. */
const SMALL_BODY_BYTES = 64 * 1024;
const LARGE_BODY_BYTES = 1_000_000;

export const JSON_TYPE = 'application/json';

const BODY_TIMEOUT_MS = 120_000;

/** Least rate of a large body, in either direction: a slower client would hold memory that others wait for. */
export const MIN_BYTES_PER_SECOND = 64 * 1024;
const SLOW_SECONDS = 10;

/** Milliseconds that a body waits for memory: its user's other bodies may be long. */
const ROOM_TIMEOUT_MS = 60_000;

/**
 * Reads a whole request body as bytes, of JSON or of one of the `types`. A body that its headers rule out is refused
 * unread.
 *
 * @param limit most bytes that are taken
 * @returns the bytes, and `release`, to be called when they are done with
 * @throws AppError 422 `unsupported_media_type`, `too_large`, `too_slow`; `invalid` when it was cut short; its client
 * has disconnected
 */
export async function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { limit, types = [JSON_TYPE] }: { readonly limit: number; readonly types?: readonly string[] },
): Promise<{ readonly type: string; readonly bytes: GatheredBytes; readonly release: () => void }> {
  const type = mediaTypeOf(request, types);
  const announced = request.headers['content-length'] === undefined ? undefined : Number(request.headers['content-length']);
  if (announced !== undefined && announced > limit) throw httpErrors.too_large({ limit });
  if (request.destroyed) throw cutShort();
  const most = announced ?? limit;
  const rate = most > LARGE_BODY_BYTES ? { least: MIN_BYTES_PER_SECOND, seconds: SLOW_SECONDS, tooSlow } : undefined;
  const memory = most > SMALL_BODY_BYTES ? REQUEST_MEMORY.open(senderOf(request), { timeoutMs: ROOM_TIMEOUT_MS, rate }) : undefined;
  const release = () => memory?.close();
  try {
    tellToGoOn(request, response); // a refusal above spared it the upload
    const bytes = await gather(request, most, memory);
    memory?.settle();
    return { type, bytes, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Decodes UTF-8 (a byte order mark is dropped, bad bytes become U+FFFD) and parses.
 * @throws AppError 422 `invalid_json`
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw httpErrors.invalid_json();
  }
}

/**
 * Releases the memory of bytes at once; they are empty afterwards. Otherwise the chunks of large bodies would keep tens
 * of megabytes until the garbage collector runs, and make it run on the event loop again and again.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0); // else others share it
}

/** RFC 9112, 6.3: a request has a body when one of these headers says so. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** @throws AppError 422 `unsupported_media_type` */
function mediaTypeOf({ headers }: IncomingMessage, types: readonly string[]): string {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (!types.includes(type) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') || encoding !== 'identity') {
    throw httpErrors.unsupported_media_type(`The body must be sent as Content-Type: ${types.join(', ')}, in UTF-8 and not compressed.`);
  }
  return type;
}

/** @param memory that the body may take; none for a small one */
function gather(request: IncomingMessage, limit: number, memory: Holding | undefined): Promise<GatheredBytes> {
  if (request.destroyed) throw cutShort(); // no further event would come
  return new Promise((resolve, reject) => {
    const bytes = new GatheredBytes(limit);
    const settle = (act: () => void) => {
      clearTimeout(deadline);
      memory?.signal.removeEventListener('abort', onGivenWay);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      request.resume(); // the rest of a refused body is thrown away
      act();
    };
    const fail = (error: unknown) =>
      settle(() => reject(error instanceof Error ? error : new Error('the body could not be taken', { cause: error })));
    const onData = (chunk: Uint8Array) => {
      const { length } = chunk; // 0 once it is free
      if (bytes.length + length > limit) return fail(httpErrors.too_large({ limit }));
      bytes.add(chunk);
      freeBytes(chunk);
      memory?.moved(length);
      const room = memory?.grow(length);
      if (!room) return;
      request.pause();
      room.then(() => request.resume(), fail);
    };
    const onEnd = () => settle(() => resolve(bytes));
    const onClose = () => fail(cutShort());
    const onGivenWay = () => fail(memory?.signal.reason);
    const deadline = setTimeout(() => fail(tooSlow()), BODY_TIMEOUT_MS);
    memory?.signal.addEventListener('abort', onGivenWay, { once: true });
    request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
  });
}

/** Tells a client that waits for it ("Expect: 100-continue") to send its body. */
export function tellToGoOn({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/** Refuses a body whose client has disconnected and cannot read the answer. */
export function cutShort(): AppError {
  return httpErrors.invalid('The body was cut short.');
}

function tooSlow(): AppError {
  const message = `The body arrived too slowly: a large one needs ${MIN_BYTES_PER_SECOND} bytes a second, and ${BODY_TIMEOUT_MS / 1000} s at most.`;
  return httpErrors.too_slow(message);
}

/** The user of an authenticated request; else the address. */
function senderOf(request: IncomingMessage): string {
  const { user } = request as IncomingMessage & { readonly user?: { readonly userId?: string } };
  return user?.userId ?? request.socket.remoteAddress ?? '';
}
