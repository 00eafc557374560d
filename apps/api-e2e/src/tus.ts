import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Client, type Answer, type Sent } from './client.js';

/** `Upload-Metadata` of these pairs. */
export const metadata = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Jest looks up a global through a proxy, which takes longer than this does. */
const { imul } = Math;

/** Bytes that differ from place to place, so that a piece at the wrong place shows. */
export function noise(length: number, seed = 1): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = seed >>> 0 || 1;
  for (let at = 0; at < words.length; at += 1) words[at] = state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  // A word that is cut at the end is zero, everywhere.
  return Buffer.from(words.buffer, 0, length).fill(0, length - (length % 4));
}

/** A tus client that does exactly what it is told. */
export class Tus {
  constructor(private readonly api: Client) {}

  send(method: string, path: string, { headers = {}, ...sent }: Sent = {}): Promise<Answer> {
    return this.api.request(method, path, { ...sent, headers: { 'Tus-Resumable': '1.0.0', ...headers } });
  }

  create(length: number, headers: Record<string, string> = {}, sent: Sent = {}): Promise<Answer> {
    return this.send('POST', '/api/v1/uploads', { ...sent, headers: { 'Upload-Length': String(length), ...headers } });
  }

  /** @returns the path of a new upload */
  async begin(length: number, pairs: Record<string, string> = {}): Promise<string> {
    const pair = metadata(pairs);
    const { status, headers, text } = await this.create(length, pair ? { 'Upload-Metadata': pair } : {});
    if (status !== 201) throw new Error(`${status}: ${text}`);
    return headers.get('location') ?? '';
  }

  patch(path: string, offset: number, body: Uint8Array, sent: Sent = {}): Promise<Answer> {
    const headers = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...sent.headers };
    return this.send('PATCH', path, { ...sent, body, headers });
  }

  /** How far an upload has come. */
  async offset(path: string): Promise<number> {
    return Number((await this.send('HEAD', path)).headers.get('upload-offset'));
  }

  /** A whole upload in one PATCH. @returns its id */
  async upload(bytes: Uint8Array, pairs: Record<string, string> = {}): Promise<string> {
    const path = await this.begin(bytes.length, pairs);
    if (bytes.length > 0) await this.patch(path, 0, bytes);
    return idOf(path);
  }
}

export const idOf = (path: string): string => path.split('/').at(-1) ?? '';

export type Broken = { readonly answered: boolean };

/** Sends a part of what it announces and then drops the connection, as a bad line does. */
export function sendAndBreak(
  url: string,
  { method, headers, announce, body }: { method: string; headers: IncomingHttpHeaders; announce: number; body: Uint8Array },
): Promise<Broken> {
  return new Promise((resolve) => {
    let answered = false;
    const sending = request(url, { method, headers: { ...headers, 'Content-Length': announce } });
    sending.once('response', () => (answered = true)).once('error', () => undefined);
    sending.once('close', () => resolve({ answered }));
    sending.write(body, () => setTimeout(() => sending.destroy(), 100));
  });
}
