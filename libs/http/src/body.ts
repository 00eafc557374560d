import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, invalid } from './app-error.js';
import { ByteBudget } from './byte-budget.js';
import { MAX_LEVELS, tooDeep } from './json-shape.js';

/** Largest JSON body of a route that names no other limit, in bytes (decisions 2.9). */
export const JSON_BODY_LIMIT = 1_000_000;

/** Bodies above this many bytes wait for a share of {@link LARGE_BODIES}. */
const LARGE = 1_000_000;

/** Milliseconds in which a body must have arrived: nobody holds a share of {@link LARGE_BODIES} by sending a byte now and then. */
const PATIENCE_MS = 120_000;

/**
 * Memory for large bodies that are being read or worked on, all requests together, in bytes. Who finds no room waits with
 * its bytes still on the wire, so that any number of uploads at once costs no more than this.
 */
export const LARGE_BODIES = new ByteBudget(96 * 1024 * 1024);

/**
 * Reads a JSON request body whole, as bytes. Nothing is read of a body that is refused by its head.
 *
 * @param limit most bytes that are taken
 * @returns the bytes, in a buffer of their own that may be transferred to a thread, and `release`, to be called when they are done with
 * @throws AppError 422 `unsupported_media_type`, `too_large`, `too_slow`; without a code when it was cut short, since nobody is left to read it
 */
export async function readJsonBytes(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly release: () => void }> {
  refuseOtherMediaTypes(request);
  const announced = request.headers['content-length'] === undefined ? undefined : Number(request.headers['content-length']);
  if (announced !== undefined && announced > limit) throw tooLarge(limit);
  if (request.destroyed) throw cutShort();
  const most = announced ?? limit;
  const release = most > LARGE ? await LARGE_BODIES.acquire(most, closed(request)) : () => undefined;
  try {
    tellToGoOn(request, response); // a refusal above spared it the upload
    const bytes = announced === undefined ? await collect(request, limit) : await fill(request, announced);
    return { bytes, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Decodes UTF-8 (a byte order mark is dropped, bad bytes become U+FFFD) and parses.
 * @throws AppError 422 `invalid_json`; `invalid` when it is nested beyond {@link MAX_LEVELS} levels
 */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalid(null, 'invalid_json', 'The body is not valid JSON.');
  }
  let level: unknown[] = [value];
  for (let levels = 0; level.length > 0; levels += 1) {
    if (levels > MAX_LEVELS) throw tooDeep();
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []));
  }
  return value;
}

/**
 * Gives the memory of bytes back at once; they are empty afterwards. Left to the garbage collector, the pieces in which large
 * bodies arrive would make it run on the event loop again and again, and wait for it by the ten megabytes.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0); // else others share it
}

function refuseOtherMediaTypes({ headers }: IncomingMessage): void {
  const [type, ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (type !== 'application/json' || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') || encoding !== 'identity') {
    throw invalid(null, 'unsupported_media_type', 'The body must be sent as Content-Type: application/json, in UTF-8 and not compressed.');
  }
}

/** The length is known: the bytes go straight into place. */
function fill(request: IncomingMessage, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(new ArrayBuffer(length));
  let at = 0;
  return read(
    request,
    (chunk) => {
      bytes.set(chunk, at); // Node's parser never hands on more than Content-Length
      at += chunk.length;
      freeBytes(chunk);
      return true;
    },
    () => bytes,
  );
}

function collect(request: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return read(
    request,
    (chunk) => {
      size += chunk.length;
      if (size > limit) return false;
      chunks.push(chunk);
      return true;
    },
    () => {
      const bytes = new Uint8Array(new ArrayBuffer(size));
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
        freeBytes(chunk);
      }
      return bytes;
    },
    limit,
  );
}

function read<T>(request: IncomingMessage, take: (chunk: Uint8Array) => boolean, end: () => T, limit = 0): Promise<T> {
  if (request.destroyed) throw cutShort(); // none of what is waited for here would ever come
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      act();
    };
    const onData = (chunk: Uint8Array) => {
      if (take(chunk)) return;
      settle(() => reject(tooLarge(limit)));
    };
    const onEnd = () => settle(() => resolve(end()));
    const onClose = () => settle(() => reject(cutShort()));
    const timer = setTimeout(() => settle(() => reject(invalid(null, 'too_slow', 'The body took too long to arrive.'))), PATIENCE_MS);
    request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
  });
}

/** Tells a client that waits for it ("Expect: 100-continue") to send its body. */
export function tellToGoOn({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/** What a body is refused with whose client has gone: nobody is left to read it. */
export function cutShort(): AppError {
  return new AppError('invalid', 'The body was cut short.');
}

function tooLarge(limit: number): AppError {
  return invalid(null, 'too_large', `The body is larger than ${limit} bytes.`);
}

/** Aborts when the client has gone, so that nobody waits for room on behalf of nobody. */
function closed(request: IncomingMessage): AbortSignal {
  const controller = new AbortController();
  request.once('close', () => controller.abort());
  return controller.signal;
}
