import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { createBrotliDecompress, createGunzip, inflate, inflateRaw } from 'node:zlib';
import { codeOf, OutboundError, type OutboundResponse } from '@app/process';
import { GatheredBytes } from '@app/process/gathered-bytes';
import type { Exchange } from './exchange.js';

/** Most bytes of a discarded body that are read. */
const MAX_DISCARDED_BYTES = 64 * 1024;

/** Milliseconds that a discarded body has to end. */
const DISCARD_TIMEOUT_MS = 500;

const INFLATERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
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
    const encoding = this.options.decompress ? this.headers['content-encoding']?.toLowerCase() : undefined;
    const bytes = await this.gather(limit, INFLATERS.get(encoding ?? '')?.());
    return encoding === 'deflate' ? inflated(bytes, limit) : bytes;
  }

  /** A body inflates while it arrives: it takes the memory of what may be read, and is refused beyond it. */
  private async gather(limit: number, inflater: Transform | undefined): Promise<Buffer> {
    const { response } = this;
    const bytes = new GatheredBytes(limit);
    try {
      if (response.errored) throw response.errored;
      if (inflater) response.once('error', () => inflater.destroy()).pipe(inflater);
      for await (const chunk of (inflater ?? response) as AsyncIterable<Buffer>) {
        if (bytes.length + chunk.length > limit) throw new OutboundError('response_too_large');
        bytes.add(chunk);
      }
    } catch (cause) {
      const isOfInflater = inflater && !response.errored && !(cause instanceof OutboundError);
      const error = isOfInflater ? badCompression(cause) : (response.errored ?? cause);
      response.destroy();
      throw this.options.exchange.failureOf(error);
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

/** `deflate` is zlib's format (RFC 9110, 8.4.1.2); some servers send the bare data. The first byte tells which. */
async function inflated(bytes: Buffer, limit: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  try {
    return await promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, { maxOutputLength: limit });
  } catch (cause) {
    throw codeOf(cause) === 'ERR_BUFFER_TOO_LARGE' ? new OutboundError('response_too_large', { cause }) : badCompression(cause);
  }
}

const badCompression = (cause: unknown): OutboundError => new OutboundError('bad_response', { cause, isBadCompression: true });
