import type { Subtitle } from '@app/subtitles';
import { parse as uuidBytes } from 'uuid';

/** "PGCOPY\n\377\r\n\0", no flags, no header extension: PostgreSQL's documentation of COPY, "Binary Format". */
const SIGNATURE = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const END = 0xffff;

/** Bytes of a row besides its two texts: field count, six lengths, uuid, int4, two int8. */
const FIXED = 2 + 6 * 4 + 16 + 4 + 8 + 8;

/** Columns in the order in which {@link segmentRows} writes them. */
export const SEGMENT_COLUMNS = 'episode_id, position, start_ms, end_ms, speaker, text';

/**
 * Subtitles as PostgreSQL's binary COPY stream: the rows are made where the text was parsed, off the event loop, and the
 * process that owns the connection only passes bytes on.
 */
export function segmentRows(episodeId: string, subtitles: readonly Subtitle[]): Uint8Array<ArrayBuffer> {
  const id = uuidBytes(episodeId);
  let characters = 0;
  for (const { speaker, text } of subtitles) characters += text.length + (speaker?.length ?? 0);
  // Counting bytes takes as long as writing them. Most scripts of the West fit at once; for others there is more room when needed.
  let rows = Buffer.from(new ArrayBuffer(SIGNATURE.length + subtitles.length * FIXED + Math.ceil(characters * 1.2) + 2));
  let at = SIGNATURE.copy(rows);
  let position = 0;
  for (const { startMs, endMs, speaker, text } of subtitles) {
    const most = FIXED + 3 * (text.length + (speaker?.length ?? 0)) + 2;
    if (rows.length - at < most) rows = enlarged(rows, at, most);
    at = rows.writeInt16BE(6, at);
    at = rows.writeInt32BE(16, at);
    rows.set(id, at);
    at = rows.writeInt32BE(4, at + 16);
    at = rows.writeInt32BE(position++, at);
    at = writeMilliseconds(rows, startMs, at);
    at = writeMilliseconds(rows, endMs, at);
    at = speaker === null ? rows.writeInt32BE(-1, at) : writeText(rows, speaker, at);
    at = writeText(rows, text, at);
  }
  at = rows.writeUInt16BE(END, at);
  return new Uint8Array(rows.buffer, rows.byteOffset, at);
}

function enlarged(rows: Buffer<ArrayBuffer>, used: number, more: number): Buffer<ArrayBuffer> {
  const larger = Buffer.from(new ArrayBuffer(Math.ceil(used * 1.5) + more));
  rows.copy(larger, 0, 0, used);
  return larger;
}

/** An int8 in two halves: BigInt would make 40,000 objects. Milliseconds stay below 2^53. */
function writeMilliseconds(rows: Buffer, ms: number, at: number): number {
  at = rows.writeInt32BE(8, at);
  at = rows.writeUInt32BE(Math.floor(ms / 0x1_0000_0000), at);
  return rows.writeUInt32BE(ms % 0x1_0000_0000, at);
}

function writeText(rows: Buffer, text: string, at: number): number {
  const written = rows.write(text, at + 4, 'utf8');
  rows.writeInt32BE(written, at);
  return at + 4 + written;
}
