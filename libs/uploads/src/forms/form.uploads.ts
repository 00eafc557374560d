import type { Readable } from 'node:stream';
import { httpErrors } from '@app/http/errors';
import { newId } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { Upload as TusUpload } from '@tus/utils';
import type { Request, Response } from 'express';
import { described } from '../intake/described.js';
import { expectBytes } from '../intake/expect-bytes.js';
import { UploadLocks } from '../locks/upload-locks.js';
import { UPLOAD_STORAGE, type UploadStorage } from '../storage/upload-storage.js';
import { StoredUploads } from '../stored-uploads.js';
import { RecordedStore } from '../tus/recorded.store.js';
import { tusStatus } from '../tus/tus-error.js';
import type { Upload } from '../upload.entity.js';
import { uploadErrors } from '../uploads.errors.js';
import { UploadMetrics } from '../uploads.metrics.js';
import { UploadsService } from '../uploads.service.js';
import { MultipartForm, type Part } from './multipart-form.js';

/** Uploads in one request: `multipart/form-data` with the field `file`, streamed into the storage as it arrives. */
@Injectable()
export class FormUploads {
  constructor(
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
    private readonly uploads: UploadsService,
    private readonly stored: StoredUploads,
    private readonly store: RecordedStore,
    private readonly locks: UploadLocks,
    private readonly metrics: UploadMetrics,
  ) {}

  /**
   * After a failure nothing is left of the file.
   * @returns the complete upload
   * @throws AppError 422 `unsupported_media_type`, `invalid_multipart`, `file_required`, `unknown_field`, `too_large`,
   * `empty_file`;
   *   409 `too_many_uploads`, `storage_full`
   */
  async receive(request: Request, response: Response, userId: string): Promise<Upload> {
    const form = new MultipartForm(request);
    expectBytes(request, response);
    let id: string | undefined;
    try {
      await form.readParts(async (part) => {
        id = newId();
        await this.storeFile(id, userId, part, form);
      });
    } catch (error) {
      this.metrics.ended(request);
      if (id !== undefined) await this.stored.remove(id).catch(() => undefined); // it expires
      throw tusStatus(error) === undefined ? error : httpErrors.unavailable('The file could not be stored.');
    }
    if (id === undefined) throw new Error('a form without a file is refused');
    return this.uploads.owned(id, userId);
  }

  private async storeFile(id: string, userId: string, { stream, filename, contentType }: Part, form: MultipartForm): Promise<void> {
    const file = { id, userId, byteSize: null, maxBytes: form.maxBytes, resumable: false, ...described(filename, contentType) };
    await this.uploads.begin(file);
    const lock = this.locks.newLock(id);
    await lock.lock(form.signal, () => form.fail(httpErrors.unavailable('The upload was ended; send it again.')));
    try {
      // One byte more than the file can have, so that no byte is taken for the last one before the form has ended.
      await this.storage.create(new TusUpload({ id, size: form.maxBytes + 1, offset: 0 }));
      const byteSize = await this.store.write(stream as Readable, id, 0).catch((error: unknown) => {
        throw form.failure ?? error;
      });
      await form.ended;
      if (byteSize === 0) throw uploadErrors.empty_file({}, { field: 'file' });
      await this.store.end(id, byteSize);
    } finally {
      await lock.unlock();
    }
  }
}
