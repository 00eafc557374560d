import { Cursors, page } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { isId, isUnavailable } from '@app/database';
import { LOG, SparseLog, withDeadline } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { UploadLocks } from './locks/upload-locks.js';
import { RecordedStore } from './tus/recorded.store.js';
import { tusStatus, type TusError } from './tus/tus-error.js';
import type { Upload } from './upload.entity.js';
import { UploadResponse, type UploadEnvelope, type UploadPage, type UploadsQuery } from './uploads.dto.js';
import { noSuchUpload, uploadErrors } from './uploads.errors.js';
import { UploadsQueries } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';

/** Requests to the storage that one list has in progress at the same time. */
const LIST_CONCURRENCY = 8;

/** Milliseconds in which the storage must describe the uploads of one list. */
const LIST_TIMEOUT_MS = 5000;

/** Uploads together with their bytes, for callers that do not speak tus. Failures of the storage are 503. */
@Injectable()
export class StoredUploads {
  private readonly unavailable = new SparseLog();

  constructor(
    private readonly uploads: UploadsService,
    private readonly queries: UploadsQueries,
    private readonly store: RecordedStore,
    private readonly locks: UploadLocks,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @throws AppError 404 for one that has expired */
  async show(upload: Upload): Promise<UploadEnvelope> {
    if (this.uploads.hasExpired(upload)) throw noSuchUpload();
    return { data: await this.describe(upload) };
  }

  /**
   * The user's uploads, newest first. One that the storage cannot describe in time has no number of received bytes.
   * @throws AppError 422 `invalid_cursor`
   */
  async list(userId: string, { first, after, status }: UploadsQuery): Promise<UploadPage> {
    const cursors = new Cursors(`uploads of ${userId}, ${status}`, isId);
    const rows = await this.queries.ofUser(userId, { first, status, after: cursors.read(after) });
    const { data, meta } = page(rows, first, { cursors, key: ({ id }) => id, item: (upload) => upload });
    const deadline = performance.now() + LIST_TIMEOUT_MS;
    const described: UploadResponse[] = [];
    for (let at = 0; at < data.length; at += LIST_CONCURRENCY) {
      described.push(...(await Promise.all(data.slice(at, at + LIST_CONCURRENCY).map((upload) => this.describeBy(deadline, upload)))));
    }
    return { data: described, meta };
  }

  /**
   * Deletes an upload. A request that writes to it ends first.
   * @throws AppError 404; 409 `upload_in_use`
   */
  async remove(id: string): Promise<void> {
    const lock = this.locks.newLock(id);
    try {
      await lock.lock(new AbortController().signal, () => undefined);
      await this.store.remove(id);
    } catch (error) {
      throw this.refusal(error, id);
    } finally {
      await lock.unlock();
    }
  }

  private async describeBy(deadline: number, upload: Upload): Promise<UploadResponse> {
    // After the deadline the answer comes without the store's offset.
    if (upload.status === 'receiving' && performance.now() > deadline) return UploadResponse.from(upload, null);
    const late = () => httpErrors.unavailable('The storage has not described the upload in time.');
    try {
      return await withDeadline(() => this.describe(upload), { ms: deadline - performance.now(), late });
    } catch (error) {
      if (isUnavailable(error)) throw error; // the database
      return UploadResponse.from(upload, null);
    }
  }

  /** The storage may show that the last byte has arrived. That is recorded, unless another request holds the upload. */
  private async describe(upload: Upload): Promise<UploadResponse> {
    try {
      const receivedBytes = (await this.store.size(upload)) ?? 0;
      if (upload.status === 'completed' || receivedBytes !== upload.byteSize) return UploadResponse.from(upload, receivedBytes);
      await this.locks.ifFree(upload.id, async () => void (await this.store.received(upload)));
      return UploadResponse.from((await this.queries.find(upload.id)) ?? upload, receivedBytes);
    } catch (error) {
      throw this.refusal(error, upload.id);
    }
  }

  private refusal(error: unknown, upload: string): unknown {
    const status = tusStatus(error);
    if (status === 423 || status === 503) {
      if (status === 503)
        this.unavailable.line((leftOut) => this.log.warn({ err: error, upload, ...leftOut }, 'an upload cannot be served'));
      return httpErrors.unavailable((error as TusError).message);
    }
    if (status === 404 || status === 410) return noSuchUpload();
    return status === 409 ? uploadErrors.upload_in_use() : error;
  }
}
