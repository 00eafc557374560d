import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { createBrotliDecompress, createGunzip, inflate, inflateRaw } from 'node:zlib';
import { codeOf, OutboundError, type OutboundResponse } from '@app/process';
import { GatheredBytes } from '@app/process/gathered-bytes';
import type { Exchange } from './exchange.js';
import { outboundError } from './outbound-error.js';

/** Most bytes of a discarded body that are read. */
const MAX_DISCARDED_BYTES = 64 * 1024;

/** Milliseconds that a discarded body has to end. */
const DISCARD_TIMEOUT_MS = 500;

export class ReceivedResponse implements OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly url: URL;
  private readonly exchange: Pick<Exchange, 'failure' | 'end'>;
  private readonly decompress: boolean;
  private broken: unknown;

  constructor(
    private readonly response: IncomingMessage,
    { url, exchange, decompress }: { url: URL; exchange: Pick<Exchange, 'failure' | 'end'>; decompress: boolean },
  ) {
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.url = url;
    this.exchange = exchange;
    this.decompress = decompress;
    response.on('error', (cause) => (this.broken = cause)).once('close', () => exchange.end());
  }

  async read(limit: number): Promise<Buffer> {
    const bytes = await this.collect(limit);
    const isDeflated = this.decompress && this.headers['content-encoding']?.toLowerCase() === 'deflate';
    return isDeflated ? inflated(bytes, limit) : bytes;
  }

  private collect(limit: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const inflating = this.decompress ? inflater(this.headers['content-encoding']) : undefined;
      const stop = (error: OutboundError) => {
        this.response.destroy();
        inflating?.destroy();
        reject(error);
      };
      const broke = (cause: unknown) => stop(this.exchange.failure ?? outboundError(cause, 'exchanging'));
      if (this.broken !== undefined) return broke(this.broken);
      this.response.once('error', broke);
      inflating?.once('error', (cause) => stop(badCompression(cause)));
      const bytes = new GatheredBytes(limit);
      (inflating ? this.response.pipe(inflating) : this.response)
        .on('data', (chunk: Buffer) => {
          if (bytes.length + chunk.length > limit) stop(new OutboundError('response_too_large'));
          else bytes.add(chunk);
        })
        .once('end', () => resolve(Buffer.from(bytes.whole().buffer)));
    });
  }

  discard(): void {
    let size = 0;
    this.response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_DISCARDED_BYTES) this.response.destroy();
    });
    const timer = setTimeout(() => this.response.destroy(), DISCARD_TIMEOUT_MS).unref();
    this.response.once('close', () => clearTimeout(timer));
  }
}

/** `deflate` is zlib's format (RFC 9110, 8.4.1.2); some servers send the bare data. The first byte tells which it is. */
async function inflated(bytes: Buffer, limit: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  try {
    return await promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, { maxOutputLength: limit });
  } catch (cause) {
    throw codeOf(cause) === 'ERR_BUFFER_TOO_LARGE' ? new OutboundError('response_too_large', { cause }) : badCompression(cause);
  }
}

const badCompression = (cause: unknown): OutboundError => new OutboundError('bad_response', { cause, isBadCompression: true });

const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
};

function inflater(encoding = ''): Transform | undefined {
  return Object.hasOwn(INFLATERS, encoding.toLowerCase()) ? INFLATERS[encoding.toLowerCase()]?.() : undefined;
}
