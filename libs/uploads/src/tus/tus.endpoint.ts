import { newId } from '@app/database';
import { allowAsked } from '@app/http/server';
import { Clock, LOG, SparseLog } from '@app/process';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Server } from '@tus/server';
import { ERRORS, TUS_RESUMABLE, TUS_VERSION, type Upload as TusUpload } from '@tus/utils';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { NodeRequest } from 'srvx/node';
import { described } from '../intake/described.js';
import { expectBytes } from '../intake/expect-bytes.js';
import { MAX_FILE_BYTES, RECEIVING_TTL_MS } from '../intake/limits.js';
import { UploadLocks } from '../locks/upload-locks.js';
import { UploadMetrics } from '../uploads.metrics.js';
import { UploadsService } from '../uploads.service.js';
import { RecordedStore } from './recorded.store.js';
import { bodyOf, discardRest } from './request-body.js';
import { TusError, tusStatus } from './tus-error.js';
import { inOurWords, tusEntry } from './tus-failures.js';

/** Milliseconds in which a request that must release its upload can write the bytes that it has received. */
const RELEASE_TIMEOUT_MS = 500;

/** The sender of a request, and the upload that it names; null where it creates one. */
type Addressed = { readonly userId: string; readonly uploadId: string | null };

/** The tus 1.0 protocol (https://tus.io/protocols/resumable-upload), by @tus/server, with our guards and errors. */
@Injectable()
export class TusEndpoint implements OnModuleDestroy {
  private readonly server: Server;
  private readonly unavailable = new SparseLog();
  private readonly addressed = new WeakMap<object, Addressed>();

  constructor(
    store: RecordedStore,
    private readonly uploads: UploadsService,
    private readonly locks: UploadLocks,
    private readonly clock: Clock,
    private readonly metrics: UploadMetrics,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.server = new Server({
      path: '/api/v1/uploads',
      relativeLocation: true, // independent of the proxy and the scheme in front
      datastore: store,
      locker: locks,
      maxSize: MAX_FILE_BYTES,
      lockDrainTimeout: RELEASE_TIMEOUT_MS,
      namingFunction: () => newId(),
      getFileIdFromRequest: (request) => this.addressed.get(request)?.uploadId ?? undefined,
      onUploadCreate: (request, upload) => this.begin(request, upload),
      onResponseError: (request, error) => this.translate(request, error),
    });
  }

  /** Before the process ends, requests in progress write the bytes that they have and answer how many have arrived. */
  async onModuleDestroy(): Promise<void> {
    await this.locks.releaseAll();
  }

  /** Answers a request of the protocol. Failures have tus's statuses and a `message`. */
  async handle(request: Request, response: Response, addressed: Addressed): Promise<void> {
    if (request.headers['tus-resumable'] !== TUS_RESUMABLE && request.method !== 'OPTIONS') {
      const message = `Tus-Resumable is not supported; send ${TUS_RESUMABLE}.`;
      response.set('Tus-Version', TUS_VERSION.join(','));
      refuse(response, { method: request.method, status: 412, message });
      return;
    }
    if (request.method === 'OPTIONS') allowAsked(request, response); // other methods than tus's too
    expectBytes(request, response);
    const asked = new NodeRequest({ req: request, res: response });
    // Behind several proxies the header is a list, which @tus/server refuses; locations are relative.
    asked.headers.delete('x-forwarded-proto');
    Object.defineProperty(asked, 'body', { value: request.method === 'HEAD' ? null : bodyOf(request) });
    this.addressed.set(asked, addressed);
    const answer = await this.server.handleWeb(asked).finally(() => {
      this.metrics.ended(request);
      discardRest(request);
    });
    await this.send(request, response, answer);
  }

  private async send({ method }: Request, response: Response, answer: globalThis.Response): Promise<void> {
    if (response.destroyed) return;
    const headers = Object.fromEntries(answer.headers);
    // Every route has these of its own.
    for (const name of Object.keys(headers)) if (name === 'content-length' || name.startsWith('access-control-')) delete headers[name];
    // @tus/server states the expiry from before these bytes arrived.
    if ('upload-expires' in headers) {
      headers['upload-expires'] = new Date(this.clock.now().getTime() + RECEIVING_TTL_MS).toUTCString();
    }
    if (answer.status < 400) {
      response.status(answer.status).set(headers).end();
      return;
    }
    delete headers['content-type'];
    refuse(response.set(headers), { method, status: answer.status, message: inOurWords(await answer.text()) });
  }

  /** @throws AppError 409 `too_many_uploads`, `storage_full` */
  private async begin(request: globalThis.Request, { id, size, metadata = {} }: TusUpload): Promise<object> {
    const { userId = '' } = this.addressed.get(request) ?? {};
    await this.uploads.begin({
      id,
      userId,
      byteSize: size ?? null,
      maxBytes: size === undefined ? MAX_FILE_BYTES : null,
      tusMetadata: request.headers.get('upload-metadata'),
      ...described(metadata['filename'], metadata['filetype']),
    });
    return {};
  }

  /** @returns what @tus/server answers in the place of the error; undefined for the error itself */
  private translate(request: globalThis.Request, error: unknown): TusError | undefined {
    if (error === ERRORS.ABORTED) return TusError.locked(); // it had to release the upload before it began
    const status = tusStatus(error);
    if (status === undefined) throw error as Error; // the filter's: an AppError, a bug, or the database is unavailable
    if (status !== 503) return undefined;
    const upload = this.addressed.get(request)?.uploadId;
    this.unavailable.line((leftOut) => this.log.warn({ err: error, upload, ...leftOut }, 'an upload cannot be served'));
    return request.method === 'HEAD' ? TusError.locked() : undefined; // TusErrorFilter says why
  }
}

/** Answers with the status that tus asks for, and with the body that every failure of the API has. */
function refuse(response: Response, failure: { readonly method: string; readonly status: number; readonly message: string }): void {
  const entry = tusEntry(failure);
  if (failure.status === 503) response.set('Retry-After', '1');
  response.status(failure.status).json({ message: failure.message, ...(entry && { errors: [entry] }) });
}
