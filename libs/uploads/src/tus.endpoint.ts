import { AppError } from '@app/http';
import { Clock, LOG, newId } from '@app/platform';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Server } from '@tus/server';
import { ERRORS, TUS_RESUMABLE, TUS_VERSION } from '@tus/utils';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { NodeRequest } from 'srvx/node';
import { described } from './described.js';
import { expectBytes } from './expect-bytes.js';
import { MOST_BYTES, RECEIVING_MS } from './limits.js';
import { RecordedStore } from './recorded.store.js';
import { UPLOAD_STORAGE, type UploadStorage } from './storage.js';
import { TusError, tusStatus } from './tus-error.js';
import { UploadLocks } from './upload-locks.js';
import type { Upload } from './upload.entity.js';
import { UploadsQueries } from './uploads.queries.js';

/** Milliseconds in which a request that must let its upload go writes what it has in hand. */
const LET_GO_MS = 500;

/** Who sent a request, and to which upload; null where it makes one. */
type Addressed = { readonly userId: string; readonly uploadId: string | null };

/** The tus 1.0 protocol (https://tus.io/protocols/resumable-upload), by @tus/server, behind our checks and in our error bodies. */
@Injectable()
export class TusEndpoint implements OnModuleDestroy {
  readonly store: RecordedStore;
  private readonly server: Server;
  private readonly addressed = new WeakMap<object, Addressed>();

  constructor(
    @Inject(UPLOAD_STORAGE) storage: UploadStorage,
    private readonly uploads: UploadsQueries,
    private readonly locks: UploadLocks,
    private readonly clock: Clock,
    @Inject(LOG) log: Logger,
  ) {
    this.store = new RecordedStore(storage, uploads, clock);
    this.server = new Server({
      path: '/api/v1/uploads',
      relativeLocation: true, // whatever proxy and scheme are in front
      datastore: this.store,
      locker: locks,
      maxSize: MOST_BYTES,
      lockDrainTimeout: LET_GO_MS,
      namingFunction: () => newId(),
      getFileIdFromRequest: (request) => this.addressed.get(request)?.uploadId ?? undefined,
      onUploadCreate: async (request, { id, size = null, metadata = {} }) => {
        const { userId = '' } = this.addressed.get(request) ?? {};
        const tusMetadata = request.headers.get('upload-metadata');
        await this.uploads.insert({ id, userId, byteSize: size, tusMetadata, ...described(metadata['filename'], metadata['filetype']) });
        return {};
      },
      onResponseError: (request, error) => {
        if (error === ERRORS.ABORTED) return TusError.locked(); // it had to let go before it could begin
        const status = tusStatus(error);
        if (status === undefined) throw error as Error; // a bug, or the database is away
        if (status !== 503) return undefined;
        log.warn({ err: error, upload: this.addressed.get(request)?.uploadId }, 'an upload cannot be served');
        // Clients take every other failure of HEAD for an upload that is lost, and begin from zero.
        return request.method === 'HEAD' ? TusError.locked() : undefined;
      },
    });
  }

  /** Before the process ends, requests in hand write what they have and answer how far they came. */
  async onModuleDestroy(): Promise<void> {
    await this.locks.releaseAll();
  }

  /** Answers a request of the protocol. Failures are tus's statuses, with a `message`. */
  async handle(request: Request, response: Response, addressed: Addressed): Promise<void> {
    if (request.headers['tus-resumable'] !== TUS_RESUMABLE && request.method !== 'OPTIONS') {
      response
        .status(412)
        .set('Tus-Version', TUS_VERSION.join(','))
        .json({ message: `This is tus ${TUS_RESUMABLE}.` });
      return;
    }
    expectBytes(request, response);
    const asked = new NodeRequest({ req: request, res: response });
    asked.headers.delete('x-forwarded-proto'); // of several proxies it is a list, which tus refuses; locations are relative
    Object.defineProperty(asked, 'body', { value: request.method === 'HEAD' ? null : bodyOf(request) });
    this.addressed.set(asked, addressed);
    const answer = await this.server.handleWeb(asked).catch((error: unknown) => {
      letTheRestPass(request);
      throw error;
    });
    letTheRestPass(request);
    if (response.destroyed) return;
    const headers = Object.fromEntries(answer.headers);
    delete headers['content-length'];
    // tus tells what was true before these bytes came.
    if ('upload-expires' in headers) headers['upload-expires'] = new Date(this.clock.now().getTime() + RECEIVING_MS).toUTCString();
    if (answer.status < 400) response.status(answer.status).set(headers).end();
    else {
      delete headers['content-type'];
      const message = (await answer.text()).trim() || 'The request cannot be served.';
      response.status(answer.status).set(headers).json({ message });
    }
  }

  /** Deletes an upload whoever is writing to it: they are asked to let go. @throws AppError 409 `upload_in_use`, 404 */
  async remove(id: string): Promise<void> {
    const lock = this.locks.newLock(id);
    try {
      await lock.lock(new AbortController().signal, () => undefined);
      await this.store.remove(id);
    } catch (error) {
      throw refusal(error);
    } finally {
      await lock.unlock();
    }
  }

  /** Bytes of an upload that have come. It may find the upload complete, and then notes it, unless somebody is at it just now. */
  async received(upload: Upload): Promise<number> {
    try {
      const size = (await this.store.size(upload)) ?? 0;
      if (upload.status === 'receiving' && size === upload.byteSize) {
        await this.locks.ifFree(upload.id, async () => void (await this.store.received(upload)));
      }
      return size;
    } catch (error) {
      throw refusal(error);
    }
  }
}

function refusal(error: unknown): unknown {
  const status = tusStatus(error);
  if (status === 423 || status === 503) return new AppError('unavailable', (error as TusError).message);
  if (status === 404 || status === 410) return new AppError('not_found', 'There is no such upload.');
  if (status !== 409) return error;
  const message = 'A video stock uses the upload.';
  return new AppError('conflict', message, { errors: [{ field: null, code: 'upload_in_use', message }] });
}

/** Bytes of a body that are held until somebody takes them. */
const HELD_BYTES = 256 * 1024;

/** The body as a web stream, chunk by chunk. Node's own adapter would copy every one of them. */
function bodyOf(request: Request): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        request.on('data', (chunk: Uint8Array) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) request.pause();
        });
        request.once('end', () => controller.desiredSize !== null && controller.close());
        request.once('error', (error) => controller.error(error));
        request.pause();
      },
      pull: () => void request.resume(),
    },
    { highWaterMark: HELD_BYTES, size: ({ byteLength }) => byteLength },
  );
}

/** The stream that read the body has let go and would keep it paused; what is still coming is thrown away (platform/http/server.ts). */
function letTheRestPass(request: Request): void {
  if (request.complete || request.destroyed) return;
  request.removeAllListeners('data');
  request.resume();
}
