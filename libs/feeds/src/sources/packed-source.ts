import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { FeedMarks } from '../reading/feed-marks.js';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Changes when marks are made in another way, so that the next refetch makes them anew. */
const VERSION = '1';

/** Zlib's own 16 kB send a feed of 8 MB five hundred times through the pool of threads. */
const CHUNK_BYTES = 1024 * 1024;

/** The text of a feed, and the positions at which additions are inserted. */
export type Source = { readonly text: string; readonly marks: FeedMarks };

export type PackedSource = { readonly digest: Buffer; readonly marks: Buffer; readonly content: Buffer };

export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(VERSION).update(bytes).digest();
}

export async function packed({ text, marks }: Source, digest: Buffer): Promise<PackedSource> {
  const [content, packedMarks] = await Promise.all([compress(text), compress(JSON.stringify(marks))]);
  return { digest, content, marks: packedMarks };
}

export async function unpacked({ content, marks }: Pick<PackedSource, 'content' | 'marks'>): Promise<Source> {
  const unpack = (bytes: Buffer) => decompress(bytes, { chunkSize: CHUNK_BYTES });
  const [text, json] = await Promise.all([unpack(content), unpack(marks)]);
  return { text: text.toString(), marks: JSON.parse(json.toString()) as FeedMarks };
}
