import { LAST_ID } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { COMPLETED_TTL_MS, RECEIVING_TTL_MS } from './intake/limits.js';
import { Upload, type UploadStatus } from './upload.entity.js';

/** An upload that begins. `maxBytes` counts towards the user's limit while `byteSize` is null. */
export type NewUpload = Pick<Upload, 'id' | 'userId' | 'filename' | 'contentType' | 'byteSize'> &
  Partial<Pick<Upload, 'maxBytes' | 'resumable' | 'tusMetadata'>>;

/** The uploads of a user that no stock uses. */
export type Usage = { readonly unfinished: number; readonly bytes: number };

export type UploadsFilter = { readonly status?: UploadStatus; readonly first: number; readonly after?: string };

/** The rows of uploads. Each change is one statement whose condition guards it. */
@Injectable()
export class UploadsQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  async insert(upload: NewUpload, tx: EntityManager = this.db.manager): Promise<void> {
    await tx.insert(Upload, { ...upload, createdAt: this.clock.now(), expiresAt: this.inTime(RECEIVING_TTL_MS) });
  }

  /** The upload, also when it has expired and is not swept yet; null once it is removed. */
  find(id: string, tx: EntityManager = this.db.manager): Promise<Upload | null> {
    return tx.findOneBy(Upload, { id, removedAt: IsNull() });
  }

  /**
   * The user's uploads that have not expired, newest first; one more than asked for. The user is part of the place and
   * of the order, which only the index that begins with it serves, whatever statistics the database has.
   */
  ofUser(userId: string, { status, first, after = LAST_ID }: UploadsFilter): Promise<Upload[]> {
    const query = this.db
      .createQueryBuilder(Upload, 'u')
      .where('u.userId >= :userId AND (u.userId, u.id) < (:userId, :after) AND u.removedAt IS NULL', { userId, after })
      .andWhere('(u.expiresAt IS NULL OR u.expiresAt > :now)', { now: this.clock.now() });
    if (status !== undefined) query.andWhere('u.status = :status', { status });
    return query
      .orderBy('u.userId', 'DESC')
      .addOrderBy('u.id', 'DESC')
      .limit(first + 1)
      .getMany();
  }

  /** Makes other transactions that begin an upload of this user wait until this one ends. */
  async lockUser(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`uploads-of:${userId}`]);
  }

  /** The numbers that count towards the user's limits. A file of unknown size counts with its largest size. */
  async usage(tx: EntityManager, userId: string): Promise<Usage> {
    const [row] = await tx.query<{ unfinished: string; bytes: string }[]>(
      `SELECT count(*) FILTER (WHERE status = 'receiving') AS unfinished, coalesce(sum(coalesce(byte_size, max_bytes)), 0) AS bytes
         FROM uploads WHERE user_id = $1 AND NOT in_use AND removed_at IS NULL AND expires_at > $2`,
      [userId, this.clock.now()],
    );
    return { unfinished: Number(row?.unfinished), bytes: Number(row?.bytes) };
  }

  /** Extends the expiry of an unfinished upload, after bytes have arrived. */
  async touch(id: string): Promise<void> {
    const expiresAt = this.inTime(RECEIVING_TTL_MS);
    await this.db.manager.update(Upload, { id, status: 'receiving', removedAt: IsNull() }, { expiresAt });
  }

  /** Sets the size of an upload that began without one. */
  async declareSize(id: string, byteSize: number): Promise<void> {
    await this.db.manager.update(Upload, { id, status: 'receiving', byteSize: IsNull() }, { byteSize });
  }

  /** Marks an upload as complete. Repeating it changes nothing. */
  async complete(id: string, byteSize: number): Promise<void> {
    const complete = { status: 'completed', byteSize, maxBytes: null, expiresAt: this.inTime(COMPLETED_TTL_MS) } as const;
    await this.db.manager.update(Upload, { id, status: 'receiving', removedAt: IsNull() }, complete);
  }

  /**
   * Marks a complete upload as used: it neither expires nor can be deleted.
   * @returns false when it is used, removed or expired
   */
  async claim(tx: EntityManager, id: string): Promise<boolean> {
    const unused = { id, status: 'completed', removedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) } as const;
    const { affected } = await tx.update(Upload, unused, { inUse: true, expiresAt: null });
    return affected === 1;
  }

  /** Releases an upload that {@link claim} marked as used. */
  async release(tx: EntityManager, id: string): Promise<void> {
    await tx.update(Upload, { id, inUse: true }, { inUse: false, expiresAt: this.inTime(COMPLETED_TTL_MS) });
  }

  /**
   * Removes an upload from its owner's view. Its bytes and its row remain.
   * @param expired only if it has expired
   * @returns false when there was none, or when it is in use
   */
  async remove(id: string, { expired = false } = {}): Promise<boolean> {
    const removedAt = this.clock.now();
    const unused = { id, inUse: false, removedAt: IsNull(), ...(expired && { expiresAt: LessThanOrEqual(removedAt) }) };
    const { affected } = await this.db.manager.update(Upload, unused, { removedAt });
    return affected === 1;
  }

  /** Deletes the row of a removed upload, after its bytes. */
  async delete(id: string): Promise<void> {
    await this.db.manager.delete(Upload, { id, removedAt: Not(IsNull()) });
  }

  /** All rows of a user in order of creation, after the id `after`: removed ones too, while they have bytes. */
  allOf(userId: string, after: string, limit: number): Promise<Upload[]> {
    return this.db.manager.find(Upload, { where: { userId, id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  /** Removes all uploads of a user from view, used ones too: their stocks are gone. Their bytes and rows remain. */
  async removeAllOf(userId: string): Promise<void> {
    await this.db.query(
      'UPDATE uploads SET in_use = false, expires_at = $2, removed_at = coalesce(removed_at, $2) WHERE user_id = $1 AND (in_use OR removed_at IS NULL)',
      [userId, this.clock.now()],
    );
  }

  /** Ids of uploads that have expired, or whose removal was interrupted, after the id `after`. */
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
