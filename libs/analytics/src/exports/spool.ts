import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { newId } from '@app/database';

export type SpoolOptions = {
  /** Where the file goes. */
  readonly directory?: string;
  /** Bytes in that file after which the source waits for the reader. */
  readonly maxBytes?: number;
  /** Milliseconds after which a reader that takes nothing has given up. */
  readonly stallTimeoutMs?: number;
  /** Milliseconds after which the whole must have been taken (contract 12.4). */
  readonly timeoutMs?: number;
};

/** Bytes read from the file at a time. */
const PIECE_BYTES = 256 * 1024;

/**
 * A buffer between a source that should end soon and a reader that may be slow. Bytes that the reader has not asked for
 * go to a temporary file, so that the source need not wait and memory stays constant. Where no file can be made, the
 * source waits for the reader.
 */
export class Spool extends Duplex {
  private readonly directory: string;
  private readonly maxBytes: number;
  private readonly stallTimeoutMs: number;
  private file: FileHandle | undefined;
  private held: Buffer = Buffer.alloc(0); // in place of the file
  private writtenTo = 0;
  private readTo = 0;
  private isWanted = false;
  private isFeeding = false;
  private isFinished = false;
  private onRoom: (() => void) | undefined;
  private stall: NodeJS.Timeout | undefined;
  private readonly deadline: NodeJS.Timeout;

  constructor({ directory = tmpdir(), maxBytes = 64 * 1024 * 1024, stallTimeoutMs = 30_000, timeoutMs = 600_000 }: SpoolOptions = {}) {
    super({ highWaterMark: PIECE_BYTES });
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.stallTimeoutMs = stallTimeoutMs;
    this.deadline = setTimeout(() => this.destroy(new Error('the whole was not taken in time')), timeoutMs).unref();
  }

  /** Removes the file's name at once: it goes with its handle, also when the process is killed. */
  override _construct(done: () => void): void {
    const path = join(this.directory, `export-${newId()}`);
    const opened = open(path, 'wx+', 0o600).then((file) => unlink(path).then(() => (this.file = file)));
    const ready = () => {
      this.stall = setTimeout(() => this.judgeStall(), this.stallTimeoutMs).unref();
      done();
    };
    opened.then(ready, ready);
  }

  override _read(): void {
    this.isWanted = true;
    this.stall?.refresh();
    this.balance();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.isWanted && this.readTo === this.writtenTo) {
      this.isWanted = false;
      this.push(bytes);
      return done();
    }
    const stored = this.file ? this.file.appendFile(bytes) : Promise.resolve((this.held = bytes));
    stored.then(() => {
      this.writtenTo += bytes.length;
      this.onRoom = done;
      this.balance();
    }, done);
  }

  override _final(done: () => void): void {
    this.isFinished = true;
    this.balance();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.stall);
    clearTimeout(this.deadline);
    const closed = Promise.resolve(this.file?.close());
    closed.then(() => done(error), () => done(error)); // prettier-ignore
  }

  /** Lets the source go on while there is room, and hands the reader what it has asked for. */
  private balance(): void {
    if (this.writtenTo - this.readTo < (this.file ? this.maxBytes : 1)) {
      const goOn = this.onRoom;
      this.onRoom = undefined;
      goOn?.();
    }
    if (!this.isWanted || this.isFeeding) return;
    if (this.readTo < this.writtenTo) this.feed().catch((error: Error) => this.destroy(error));
    else if (this.isFinished) this.push(null);
  }

  private async feed(): Promise<void> {
    this.isFeeding = true;
    const length = Math.min(PIECE_BYTES, this.writtenTo - this.readTo);
    const read = await this.file?.read(Buffer.allocUnsafe(length), 0, length, this.readTo);
    const piece = read ? read.buffer.subarray(0, read.bytesRead) : this.held;
    this.readTo += piece.length;
    this.isFeeding = false;
    this.isWanted = false;
    this.push(piece);
    this.balance();
  }

  private judgeStall(): void {
    if (this.isWanted) this.stall?.refresh();
    else this.destroy(new Error('the reader has taken nothing for too long'));
  }
}
