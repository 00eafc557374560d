import { newId } from '@app/database';
import { moves } from '@app/database/clock';
import { LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { analyticsErrors } from '../analytics.errors.js';
import { RunningExport } from './running-export.entity.js';

/** Moves leases of slots after a step of the clock (contract 2.13). */
export const EXPORT_TIMES = [moves('running_exports', ['expires_at'])];

/** Exports that one user may run at once, over all processes (contract 12.4). */
export const MAX_EXPORTS = 2;

/** A process that is killed leaves its slots to be used again after that time. */
const LEASE = `interval '60 seconds'`;
const RENEW_MS = 20_000;

/** When a client that was refused may ask again. */
const RETRY_AFTER_SECONDS = 10;

@Injectable()
export class ExportSlots {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Takes one of a user's slots that is free or has expired.
   * @returns releases the slot
   * @throws AppError 429 `too_many_exports` when other exports have all of them
   */
  async take(userId: string): Promise<() => Promise<void>> {
    const id = newId();
    for (let slot = 1; slot <= MAX_EXPORTS; slot += 1) {
      const taken = await this.db.query<object[]>(
        `INSERT INTO running_exports AS r (user_id, slot, id, expires_at) VALUES ($1, $2, $3, now() + ${LEASE})
         ON CONFLICT (user_id, slot) DO UPDATE SET id = excluded.id, expires_at = excluded.expires_at WHERE r.expires_at < now()
         RETURNING slot`,
        [userId, slot, id],
      );
      if (taken.length > 0) return this.hold(id);
    }
    throw analyticsErrors.too_many_exports({ limit: MAX_EXPORTS }, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
  }

  private hold(id: string): () => Promise<void> {
    const failed = (err: unknown) => this.log.warn({ err }, 'the slot of an export could not be updated; it expires by itself');
    const renew = () => this.db.query(`UPDATE running_exports SET expires_at = now() + ${LEASE} WHERE id = $1`, [id]).catch(failed);
    const renewing = setInterval(() => void renew(), RENEW_MS).unref();
    return async () => {
      clearInterval(renewing);
      await this.db.manager.delete(RunningExport, { id }).catch(failed);
    };
  }
}
