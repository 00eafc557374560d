import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { isUnavailable, RememberedAnswers } from '@app/database';
import { FairSemaphore, TooBusyError } from '@app/process';

/** A public text, compressed as it is sent. */
export type PublicFile = { readonly contentType: string; readonly etag: string; readonly gzip: Buffer; readonly brotli: Buffer };

/** The source of a file. Its version changes whenever the file would. */
type State = { readonly version: string };

/** Makes what is public of one kind: a compressed text, or where a video is. */
export type FileMaker<S extends State, F extends object = PublicFile> = {
  /** @returns undefined when the file is not public */
  state(id: string): Promise<S | undefined>;
  make(id: string, state: S): Promise<F>;
  sizeOf(file: F): number;
};

export const sizeOfFile = ({ gzip: zipped, brotli }: PublicFile): number => zipped.length + brotli.length;

type Made<F> = { readonly version: string; readonly file: F };

/** Bytes of files that are remembered. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 500;

/**
 * How long a file is sent before its version is looked up again. A change is visible after this time in every process
 * (contract 17.1).
 */
const FRESH_MS = 20_000;

/** How long a file is sent without a database (contract 17.3), how often one is tried, and how long it may take. */
const STALE_MS = 3_600_000;
const RETRY_MS = 5000;
const TIMEOUT_MS = 300;

/** How long a file is sent without knowing that the database is away: a change must be visible then (contract 17.1). */
const SURE_MS = 60_000;

/** Characters that are encoded at once. Fresh memory for the whole text takes longer than to compress it. */
const CHUNK_LENGTH = 128 * 1024;

/**
 * Public files that this process has sent. Requests that come together share one look-up. Few look-ups run at once,
 * since they are outside the limits of users and take connections from them.
 */
export class PublicFiles<S extends State, F extends object = PublicFile> {
  private readonly lookUps = new FairSemaphore({ total: 4, perKey: 1, timeoutMs: 5000 });
  private readonly files: RememberedAnswers<Made<F>>;

  /** @param pulse whether the database answers anything */
  constructor(
    private readonly maker: FileMaker<S, F>,
    pulse: () => Promise<unknown>,
  ) {
    this.files = new RememberedAnswers({
      maxSize: MEMORY_BYTES,
      sizeOf: ({ file }) => maker.sizeOf(file) + ENTRY_BYTES,
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
      retryMs: RETRY_MS,
      timeoutMs: TIMEOUT_MS,
      isAway: (error) => isUnavailable(error) && !(error instanceof TooBusyError), // which says nothing of the database
      pulse: { sureMs: SURE_MS, ask: pulse },
    });
  }

  /** The answer that can be sent without a look-up. */
  fresh(id: string): F | undefined {
    return this.files.fresh(id)?.file;
  }

  /** @param address of the client @returns undefined when there is no such file, or it is not public */
  async find(id: string, address: string): Promise<F | undefined> {
    const made = await this.files.find(id, async (before) => {
      const state = await this.lookUps.run(address, () => this.maker.state(id));
      if (!state) return undefined;
      return before?.version === state.version ? before : { version: state.version, file: await this.maker.make(id, state) };
    });
    return made?.file;
  }
}

/** Compresses a text off the event loop. One level more of gzip takes 1.6 times as long, for 2 % fewer bytes. */
export async function compressed(pieces: Iterable<string>, contentType: string): Promise<PublicFile> {
  const text = Readable.from(chunksOf(pieces));
  const encoders = [createGzip({ level: 4 }), createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })] as const;
  text.on('error', (error) => encoders.forEach((encoder) => encoder.destroy(error)));
  const [zipped, brotli] = await Promise.all([buffer(text.pipe(encoders[0])), buffer(text.pipe(encoders[1]))]);
  const etag = `W/"${createHash('sha256').update(zipped).digest('base64url').slice(0, 22)}"`; // of every encoding
  return { contentType, etag, gzip: zipped, brotli };
}

function* chunksOf(pieces: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}
