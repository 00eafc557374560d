import { newId } from '@app/database';
import { Clock } from '@app/process';
import type { DataSource } from 'typeorm';
import { UploadsQueries } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';

/** The service as it is, on a test's database. */
export function uploadsOn(db: DataSource): UploadsService {
  const clock = new Clock();
  return new UploadsService(db, new UploadsQueries(db, clock), clock);
}

type UploadRow = {
  readonly userId: string;
  readonly status?: 'receiving' | 'completed';
  readonly byteSize?: number;
  readonly expiresAt?: Date;
};

/** An upload of a user, complete unless said otherwise; its bytes are wherever the test puts them. @returns its id */
export async function anUpload(db: DataSource, upload: UploadRow): Promise<string> {
  const { userId, status = 'completed', byteSize = 1, expiresAt = new Date(Date.now() + 86_400_000) } = upload;
  const id = newId();
  await db.query(
    `INSERT INTO uploads (id, user_id, filename, content_type, byte_size, status, expires_at)
     VALUES ($1, $2, 'a.mp4', 'video/mp4', $3, $4, $5)`,
    [id, userId, byteSize, status, expiresAt],
  );
  return id;
}
