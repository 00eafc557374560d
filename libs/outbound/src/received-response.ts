import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { codeOf, OutboundError, type OutboundResponse } from '@app/process';
import { GatheredBytes } from '@app/process/gathered-bytes';
import type { Exchange } from './exchange.js';

/** Most bytes of a discarded body that are read. */
const MAX_DISCARDED_BYTES = 64 * 1024;

/** Milliseconds that a discarded body has to end. */
const DISCARD_TIMEOUT_MS = 500;

type Inflate = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const INFLATERS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  // zlib's format (RFC 9110, 8.4.1.2); some servers send the bare data. The first byte tells which it is.
  ['deflate', (bytes, options) => promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, options)],
]);

type ReceivedOptions = { readonly url: URL; readonly exchange: Pick<Exchange, 'failureOf' | 'end'>; readonly decompress: boolean };

export class ReceivedResponse implements OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly url: URL;

  constructor(
    private readonly response: IncomingMessage,
    private readonly options: ReceivedOptions,
  ) {
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.url = options.url;
    response.on('error', () => undefined); // thrown to the reader
    response.once('close', () => options.exchange.end());
  }

  async read(limit: number): Promise<Buffer> {
    const bytes = await this.gather(limit);
    const inflater = this.options.decompress && INFLATERS.get(this.headers['content-encoding']?.toLowerCase() ?? '');
    if (!inflater || bytes.length === 0) return bytes;
    try {
      return await inflater(bytes, { maxOutputLength: limit });
    } catch (cause) {
      if (codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') throw new OutboundError('response_too_large', { cause });
      throw new OutboundError('bad_response', { cause, isBadCompression: true });
    }
  }

  private async gather(limit: number): Promise<Buffer> {
    const bytes = new GatheredBytes(limit);
    try {
      for await (const chunk of this.response as AsyncIterable<Buffer>) {
        if (bytes.length + chunk.length > limit) throw new OutboundError('response_too_large');
        bytes.add(chunk);
      }
    } catch (cause) {
      throw this.options.exchange.failureOf(cause);
    }
    return Buffer.from(bytes.whole().buffer);
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
