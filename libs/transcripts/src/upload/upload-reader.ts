import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { readUpload, type UploadOutcome } from './read-upload.js';

/** Bodies up to this many bytes are judged where they are: a millisecond, less than it costs to wake a thread. */
const INLINE_BYTES = 64 * 1024;

/** Keeps the parsing of large transcripts off the event loop. */
@Injectable()
export class UploadReader implements OnApplicationShutdown {
  private pool: Piscina | undefined;

  /** Judges an upload. The `body` is empty afterwards. */
  read(body: Uint8Array<ArrayBuffer>, episodeId: string): Promise<UploadOutcome> {
    if (body.byteLength <= INLINE_BYTES) return Promise.resolve(readUpload(body, episodeId));
    this.pool ??= new Piscina({
      filename: new URL('./read-upload.worker.js', import.meta.url).href,
      minThreads: 1,
      maxThreads: Math.max(1, availableParallelism() - 1),
      idleTimeout: 60_000,
      // Little that is young lives on, and what is given to new objects is not given back.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    return this.pool.run({ body, episodeId }, { transferList: [body.buffer] }) as Promise<UploadOutcome>;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.close();
  }
}
