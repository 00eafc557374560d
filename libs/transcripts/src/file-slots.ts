import { finished } from 'node:stream';
import { cutShort, freeBytes, MIN_BYTES_PER_SECOND } from '@app/http';
import { FairSemaphore } from '@app/process';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

/** Milliseconds in which a client must have taken a file, beside the time that it needs at the least rate. */
const SEND_SLACK_MS = 30_000;

/** The part of a file that is in memory: pieces that nothing else uses. */
type File = { readonly chunks: readonly Buffer[] | null; readonly byteLength?: number };

/**
 * Keeps the files of transcripts that are built or sent at once few: each takes a connection and a processor while it is built, and its
 * whole size in memory until its client has taken it (ADR 0006). The shares are of a process, and within them of one user.
 */
@Injectable()
export class FileSlots {
  private readonly held = new FairSemaphore({ total: 32, perKey: 4, timeoutMs: 2000 });
  private readonly building = new FairSemaphore({ total: 4, perKey: 1, timeoutMs: 4000 });

  /**
   * Builds a file to be sent with `response`. Its memory is released once it is sent; a client that takes it more slowly than
   * {@link MIN_BYTES_PER_SECOND} is cut off.
   * @throws TooBusyError when there is no place in time
   */
  async build<T extends File>(userId: string, response: Response, work: () => Promise<T>): Promise<T> {
    const gone = new AbortController();
    finished(response, () => gone.abort(cutShort()));
    const release = await this.held.acquire(userId, gone.signal);
    try {
      const file = await this.building.run(userId, work, gone.signal);
      this.whenSent(response, file, release);
      return file;
    } catch (error) {
      release();
      throw error;
    }
  }

  private whenSent(response: Response, { chunks, byteLength = 0 }: File, release: () => void): void {
    const timeoutMs = SEND_SLACK_MS + (byteLength / MIN_BYTES_PER_SECOND) * 1000;
    const deadline = setTimeout(() => response.destroy(), timeoutMs);
    finished(response, (error) => {
      clearTimeout(deadline);
      release();
      if (!error) chunks?.forEach(freeBytes); // or the garbage collector would run for them again and again
    });
  }
}
