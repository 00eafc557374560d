import { isId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { MAX_UNFINISHED_UPLOADS, MAX_UNUSED_BYTES } from './intake/limits.js';
import type { Upload } from './upload.entity.js';
import { noSuchUpload, uploadErrors } from './uploads.errors.js';
import { UploadsQueries, type NewUpload, type Usage } from './uploads.queries.js';

/** Where requests name the upload that they use. */
const UPLOAD_ID = { field: 'upload_id' };

/** Uploads as callers and other features see them. */
@Injectable()
export class UploadsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly uploads: UploadsQueries,
    private readonly clock: Clock,
  ) {}

  /** The user's upload, also when it has expired and is not swept yet. @throws AppError 404, also for another user's */
  async owned(id: string, userId: string): Promise<Upload> {
    const upload = isId(id) ? await this.uploads.find(id) : null;
    if (upload?.userId !== userId) throw noSuchUpload();
    return upload;
  }

  /**
   * Records an upload that begins. Requests of one user take turns, so that the limits are exact.
   * @throws AppError 409 `too_many_uploads`, `storage_full`
   */
  async begin(upload: NewUpload): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.uploads.lockUser(tx, upload.userId);
      refuseBeyondLimits(await this.uploads.usage(tx, upload.userId), upload.byteSize ?? upload.maxBytes ?? 0);
      await this.uploads.insert(upload, tx);
    });
  }

  /**
   * Marks the user's complete upload as used, in the transaction that uses it: it neither expires nor can be deleted.
   * @throws AppError 422 `upload_not_found`, `upload_not_completed`; 409 `upload_already_used`
   */
  async claim(tx: EntityManager, id: string, userId: string): Promise<void> {
    if (await this.uploads.claim(tx, await this.claimable(tx, id, userId))) return;
    // Another request has used or deleted the upload since.
    await this.claimable(tx, id, userId);
    throw uploadErrors.upload_already_used({}, UPLOAD_ID);
  }

  /** Releases an upload that {@link claim} marked as used: it expires in seven days. */
  async release(tx: EntityManager, id: string): Promise<void> {
    await this.uploads.release(tx, id);
  }

  hasExpired({ expiresAt }: Upload): boolean {
    return expiresAt !== null && expiresAt <= this.clock.now();
  }

  /** @returns the upload's id */
  private async claimable(tx: EntityManager, id: string, userId: string): Promise<string> {
    const upload = isId(id) ? await this.uploads.find(id, tx) : null;
    if (upload?.userId !== userId || this.hasExpired(upload)) throw uploadErrors.upload_not_found({}, UPLOAD_ID);
    if (upload.status !== 'completed') throw uploadErrors.upload_not_completed({}, UPLOAD_ID);
    return upload.id;
  }
}

function refuseBeyondLimits({ unfinished, bytes }: Usage, further: number): void {
  if (unfinished >= MAX_UNFINISHED_UPLOADS) throw uploadErrors.too_many_uploads();
  if (bytes + further > MAX_UNUSED_BYTES) throw uploadErrors.storage_full({ unused_bytes: bytes });
}
