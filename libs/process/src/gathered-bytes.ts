/** Bytes of the first place. */
const FIRST_BYTES = 16 * 1024;

/**
 * Gathers chunks in one place that grows with them. Kept as they come, many chunks of a few bytes would take a hundred times their bytes,
 * and a place of the size that is only announced would make the garbage collector run.
 */
export class GatheredBytes {
  length = 0;
  private place: Uint8Array<ArrayBuffer>;

  /** @param most bytes that will come */
  constructor(private readonly most: number) {
    this.place = new Uint8Array(new ArrayBuffer(Math.min(most, FIRST_BYTES)));
  }

  add(chunk: Uint8Array): void {
    const needed = this.length + chunk.length;
    const size = Math.min(this.most, Math.max(needed, this.place.length * 2));
    if (needed > this.place.length) this.place = new Uint8Array(this.place.buffer.transfer(size));
    this.place.set(chunk, this.length);
    this.length = needed;
  }

  /** All of them, in a buffer of their own. */
  whole(): Uint8Array<ArrayBuffer> {
    return this.place.length === this.length ? this.place : new Uint8Array(this.place.buffer.transfer(this.length));
  }
}
