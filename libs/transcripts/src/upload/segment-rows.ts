import type { Subtitle } from '@app/subtitles';
import { parse as uuidBytes } from 'uuid';

/** "PGCOPY\n\377\r\n\0", no flags, no header extension: PostgreSQL's documentation of COPY, "Binary Format". */
const SIGNATURE = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const END = 0xffff;

/** Bytes of a row besides its two texts: field count, six lengths, uuid, int4, two int8. */
const FIXED = 2 + 6 * 4 + 16 + 4 + 8 + 8;

/** Columns in the order in which {@link SegmentRows} writes them. */
export const SEGMENT_COLUMNS = 'episode_id, position, start_ms, end_ms, speaker, text';

/**
 * Writes subtitles as PostgreSQL's binary COPY stream, one by one as they are parsed, so that no list of them exists. This runs off
 * the event loop; the process that owns the connection only passes bytes on.
 */
export class SegmentRows {
  private readonly id: Uint8Array;
  private rows: Buffer<ArrayBuffer>;
  private at: number;
  private position = 0;

  /** @param contentLength length of the file; rows are hardly larger, most of the time */
  constructor(episodeId: string, contentLength: number) {
    this.id = uuidBytes(episodeId);
    this.rows = Buffer.from(new ArrayBuffer(Math.ceil(contentLength * 1.15) + 4096));
    this.at = SIGNATURE.copy(this.rows);
  }

  add({ startMs, endMs, speaker, text }: Subtitle): void {
    this.reserve(FIXED + 3 * (text.length + (speaker?.length ?? 0)) + 2);
    const { rows } = this;
    let at = rows.writeInt16BE(6, this.at);
    at = rows.writeInt32BE(16, at);
    rows.set(this.id, at);
    at = rows.writeInt32BE(4, at + 16);
    at = rows.writeInt32BE(this.position++, at);
    at = writeMilliseconds(rows, startMs, at);
    at = writeMilliseconds(rows, endMs, at);
    at = speaker === null ? rows.writeInt32BE(-1, at) : this.writeText(speaker, at);
    this.at = this.writeText(text, at);
  }

  /** Ends the stream. */
  end(): Uint8Array<ArrayBuffer> {
    this.at = this.rows.writeUInt16BE(END, this.at);
    return new Uint8Array(this.rows.buffer, this.rows.byteOffset, this.at);
  }

  private reserve(bytes: number): void {
    if (this.rows.length - this.at >= bytes) return;
    const larger = Buffer.from(new ArrayBuffer(Math.ceil(this.at * 1.5) + bytes));
    this.rows.copy(larger, 0, 0, this.at);
    this.rows = larger;
  }

  private writeText(text: string, at: number): number {
    const { rows } = this;
    const written = rows.write(text, at + 4);
    rows.writeInt32BE(written, at);
    return at + 4 + written;
  }
}

/** An int8 in two halves: BigInt would make 40,000 objects. Milliseconds stay below 2^53. */
function writeMilliseconds(rows: Buffer, ms: number, at: number): number {
  at = rows.writeInt32BE(8, at);
  at = rows.writeUInt32BE(Math.floor(ms / 0x1_0000_0000), at);
  return rows.writeUInt32BE(ms % 0x1_0000_0000, at);
}
