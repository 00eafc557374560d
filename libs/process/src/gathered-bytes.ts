/** Bytes of the first block, and most of a further one. */
const FIRST_BYTES = 16 * 1024;
const MAX_BYTES = 1024 * 1024;

/**
 * Gathers chunks in blocks that grow with them. Kept as they come, many chunks of a few bytes would take a hundred
 * times their bytes; a place of the size that is only announced would make the garbage collector run; one place that
 * grows is copied each time, which blocked the event loop for 80 ms of 10 MB.
 */
export class GatheredBytes {
  length = 0;
  private readonly blocks: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the last block that are not taken. */
  private room = 0;

  /** @param most bytes that will come */
  constructor(private readonly most: number) {}

  /** @throws RangeError when more bytes come */
  add(chunk: Uint8Array): void {
    if (this.length + chunk.length > this.most) throw new RangeError(`more than ${this.most} bytes came`);
    for (let from = 0; from < chunk.length;) {
      const block = this.roomy();
      const some = chunk.subarray(from, from + this.room);
      block.set(some, block.length - this.room);
      from += some.length;
      this.room -= some.length;
      this.length += some.length;
    }
  }

  /** All of them, in a buffer of their own. Nothing can be added afterwards. */
  whole(): Uint8Array<ArrayBuffer> {
    return joinedBlocks(this.taken());
  }

  /**
   * All of them, in blocks whose buffers may be transferred to a thread, which joins them: here ten megabytes would
   * block the event loop for 60 ms. Nothing can be added afterwards.
   */
  taken(): Uint8Array<ArrayBuffer>[] {
    const last = this.blocks.pop();
    return last ? [...this.blocks, last.subarray(0, last.length - this.room)] : [];
  }

  /** The last block, or a new one when that is full. */
  private roomy(): Uint8Array<ArrayBuffer> {
    const last = this.blocks.at(-1);
    if (last && this.room > 0) return last;
    const block = new Uint8Array(Math.min(this.most - this.length, Math.max(FIRST_BYTES, Math.min(this.length, MAX_BYTES))));
    this.blocks.push(block);
    this.room = block.length;
    return block;
  }
}

/** The blocks as one, in a buffer of its own. They are empty afterwards. */
export function joinedBlocks(blocks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = blocks;
  if (first && blocks.length === 1 && first.length === first.buffer.byteLength) return first;
  const whole = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
    block.buffer.transfer(0); // frees it at once
  }
  return whole;
}
