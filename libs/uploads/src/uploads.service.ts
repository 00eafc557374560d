import { AppError, invalid } from '@app/http';
import { Clock, isId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Upload } from './upload.entity.js';
import { UploadsQueries } from './uploads.queries.js';

/** An upload, and how much of it has come. */
export type SeenUpload = { readonly upload: Upload; readonly receivedBytes: number };

/** Uploads as callers and other features see them. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsQueries,
    private readonly clock: Clock,
  ) {}

  /** The user's upload, also when it has expired and is not swept yet. @throws AppError 404, also for somebody else's */
  async owned(id: string, userId: string): Promise<Upload> {
    const upload = isId(id) ? await this.uploads.find(id) : null;
    if (upload?.userId !== userId) throw new AppError('not_found', 'There is no such upload.');
    return upload;
  }

  /**
   * Takes the user's complete upload into use, in the transaction that uses it: it neither expires nor can be deleted.
   * @throws AppError 422 `upload_not_found`, `upload_not_completed`; 409 `upload_already_used`
   */
  async claim(tx: EntityManager, id: string, userId: string): Promise<void> {
    const upload = isId(id) ? await this.uploads.find(id, tx) : null;
    if (upload?.userId !== userId || this.hasExpired(upload)) throw invalid('upload_id', 'upload_not_found', 'There is no such upload.');
    if (upload.status !== 'completed') throw invalid('upload_id', 'upload_not_completed', 'The upload is not complete.');
    if (await this.uploads.claim(tx, upload.id)) return;
    const message = 'Another video stock uses the upload.';
    throw new AppError('conflict', message, { errors: [{ field: 'upload_id', code: 'upload_already_used', message }] });
  }

  /** Gives back what {@link claim} took: the upload expires in seven days. */
  async release(tx: EntityManager, id: string): Promise<void> {
    await this.uploads.release(tx, id);
  }

  hasExpired({ expiresAt }: Upload): boolean {
    return expiresAt !== null && expiresAt <= this.clock.now();
  }
}
