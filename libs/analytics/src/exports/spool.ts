import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { newId } from '@app/database';

export type SpoolOptions = {
  /** Where the file goes while the reader is slow. */
  readonly directory?: string;
  /** Bytes in that file after which further pieces wait for the reader. */
  readonly maxBytes?: number;
  /** Milliseconds that a piece waits for the reader before it goes to the file. */
  readonly spoolAfterMs?: number;
  /** Milliseconds after which a reader that takes nothing has given up. */
  readonly stallTimeoutMs?: number;
  /** Milliseconds after which the whole must have been taken (contract 12.4). */
  readonly timeoutMs?: number;
};

const MAX_SPOOLED_BYTES = 64 * 1024 * 1024;
const SPOOL_AFTER_MS = 250;
const STALL_TIMEOUT_MS = 30_000;
const TIMEOUT_MS = 600_000;

/** Bytes read from the file at a time. */
const PIECE_BYTES = 256 * 1024;

/**
 * A buffer between a source that should end soon and a reader that may be slow. Pieces pass through while the reader keeps up;
 * otherwise they go to a temporary file, so that the source need not wait. Memory stays constant. Pieces stay the strings they are: copies of
 * them as bytes would be a third of an export's work.
 */
export class Spool extends Duplex {
  private readonly options: Required<SpoolOptions>;
  private file: FileHandle | null | undefined; // null: the directory takes no files
  private writtenTo = 0;
  private readTo = 0;
  private wanted = false;
  private feeding = false;
  private finished = false;
  private onWanted: (() => void) | undefined;
  private readonly stall: NodeJS.Timeout;
  private readonly deadline: NodeJS.Timeout;

  constructor(options: SpoolOptions = {}) {
    super({ objectMode: true, highWaterMark: 1 });
    this.options = {
      directory: tmpdir(),
      maxBytes: MAX_SPOOLED_BYTES,
      spoolAfterMs: SPOOL_AFTER_MS,
      stallTimeoutMs: STALL_TIMEOUT_MS,
      timeoutMs: TIMEOUT_MS,
      ...options,
    };
    this.stall = setTimeout(() => this.judgeStall(), this.options.stallTimeoutMs).unref();
    this.deadline = setTimeout(() => this.destroy(new Error('the whole was not taken in time')), this.options.timeoutMs).unref();
  }

  override _read(): void {
    this.wanted = true;
    this.stall.refresh();
    this.onWanted?.();
    void this.feed();
  }

  override _write(piece: string, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.accept(piece).then(() => done(), done);
  }

  override _final(done: () => void): void {
    this.finished = true;
    if (this.isEmpty) this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.stall);
    clearTimeout(this.deadline);
    this.onWanted?.();
    const closed = this.file ? this.file.close() : Promise.resolve();
    closed.then(
      () => done(error),
      () => done(error),
    );
  }

  private get isEmpty(): boolean {
    return this.readTo === this.writtenTo && !this.feeding;
  }

  /** Resolves once a piece is on its way to the reader, or in the file. */
  private async accept(piece: string): Promise<void> {
    if (this.isEmpty && !this.wanted) await this.untilWanted(this.options.spoolAfterMs);
    if (!(this.isEmpty && this.wanted)) this.file ??= await this.openFile();
    while (!this.destroyed && !(this.isEmpty && this.wanted) && !this.hasRoom) await this.untilWanted();
    if (this.destroyed) return;
    if (this.isEmpty && this.wanted) {
      this.wanted = false;
      this.push(piece);
      return;
    }
    const bytes = Buffer.from(piece);
    await this.file?.write(bytes, 0, bytes.length, this.writtenTo);
    this.writtenTo += bytes.length;
    void this.feed();
  }

  private get hasRoom(): boolean {
    return this.file !== null && this.writtenTo - this.readTo < this.options.maxBytes;
  }

  /** Hands the next bytes of the file to the reader. */
  private async feed(): Promise<void> {
    if (!this.file || this.feeding || !this.wanted || this.readTo === this.writtenTo) return;
    this.feeding = true;
    try {
      const bytes = Buffer.allocUnsafe(Math.min(PIECE_BYTES, this.writtenTo - this.readTo));
      const { bytesRead } = await this.file.read(bytes, 0, bytes.length, this.readTo);
      this.readTo += bytesRead;
      this.feeding = false;
      this.wanted = false;
      this.push(bytes.subarray(0, bytesRead));
      if (this.finished && this.isEmpty) this.push(null);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  /** Resolves when the reader asks for more, or after some time, or when the spool is destroyed. */
  private untilWanted(timeoutMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.onWanted?.(), timeoutMs);
      this.onWanted = () => {
        clearTimeout(timer);
        this.onWanted = undefined;
        resolve();
      };
    });
  }

  /** Removes the file's name at once: it goes with its handle, also when the process is killed. */
  private async openFile(): Promise<FileHandle | null> {
    const path = join(this.options.directory, `export-${newId()}`);
    try {
      const file = await open(path, 'wx+', 0o600);
      await unlink(path);
      if (!this.destroyed) return file;
      await file.close();
      return null;
    } catch {
      return null; // without one, the source waits for the reader
    }
  }

  private judgeStall(): void {
    if (this.wanted) this.stall.refresh();
    else this.destroy(new Error('the reader has taken nothing for too long'));
  }
}
