import { Clock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, IsNull } from 'typeorm';
import { COMPLETED_MS, RECEIVING_MS } from './limits.js';
import { Upload } from './upload.entity.js';

export type NewUpload = Pick<Upload, 'id' | 'userId' | 'filename' | 'contentType' | 'byteSize'> & { readonly tusMetadata?: string | null };

/** The rows of uploads. Each change is one statement whose condition is its guard. */
@Injectable()
export class UploadsQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  async insert(upload: NewUpload): Promise<void> {
    await this.db.manager.insert(Upload, { ...upload, createdAt: this.clock.now(), expiresAt: this.inTime(RECEIVING_MS) });
  }

  /** The upload, also when it has expired and is not swept yet; null once it is removed. */
  find(id: string, tx: EntityManager = this.db.manager): Promise<Upload | null> {
    return tx.findOneBy(Upload, { id, removedAt: IsNull() });
  }

  /** A byte has come: 24 hours from now. */
  async touch(id: string): Promise<void> {
    await this.db.query(`UPDATE uploads SET expires_at = $2 WHERE id = $1 AND status = 'receiving' AND removed_at IS NULL`, [
      id,
      this.inTime(RECEIVING_MS),
    ]);
  }

  /** Every byte is there. Saying so twice is saying it once. */
  async complete(id: string, byteSize: number): Promise<void> {
    await this.db.query(
      `UPDATE uploads SET status = 'completed', byte_size = $2, expires_at = $3
        WHERE id = $1 AND status = 'receiving' AND removed_at IS NULL`,
      [id, byteSize, this.inTime(COMPLETED_MS)],
    );
  }

  /**
   * Takes an upload into use, so that it neither expires nor can be deleted.
   * @returns false when it is in use already
   */
  async claim(tx: EntityManager, id: string): Promise<boolean> {
    const [, affected] = await tx.query<[unknown, number]>(
      `UPDATE uploads SET in_use = true, expires_at = NULL
        WHERE id = $1 AND status = 'completed' AND NOT in_use AND removed_at IS NULL AND expires_at > $2`,
      [id, this.clock.now()],
    );
    return affected > 0;
  }

  /** Gives back what {@link claim} took. */
  async release(tx: EntityManager, id: string): Promise<void> {
    await tx.query('UPDATE uploads SET in_use = false, expires_at = $2 WHERE id = $1 AND in_use', [id, this.inTime(COMPLETED_MS)]);
  }

  /**
   * Takes an upload from its callers.
   * @param expired only if it has expired
   * @returns whether it was there and not in use
   */
  async remove(id: string, { expired = false } = {}): Promise<boolean> {
    const now = this.clock.now();
    const [, affected] = await this.db.query<[unknown, number]>(
      `UPDATE uploads SET removed_at = $2
        WHERE id = $1 AND NOT in_use AND removed_at IS NULL AND (NOT $3::boolean OR expires_at <= $2)`,
      [id, now, expired],
    );
    return affected > 0;
  }

  /** The bytes are gone, and so may be the row. */
  async delete(id: string): Promise<void> {
    await this.db.query('DELETE FROM uploads WHERE id = $1 AND removed_at IS NOT NULL', [id]);
  }

  /** Ids of uploads that have expired, or whose removal was not finished, after the id `after`. */
  async sweepable(after: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }[]>(
      'SELECT id FROM uploads WHERE (expires_at <= $1 OR removed_at IS NOT NULL) AND id > $2 ORDER BY id LIMIT $3',
      [this.clock.now(), after, limit],
    );
    return rows.map(({ id }) => id);
  }

  private inTime(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }
}
