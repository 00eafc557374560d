import { newId } from '@app/database';
import { LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { analyticsErrors } from '../analytics.errors.js';
import { ExportSlotsQueries } from './export-slots.queries.js';

/** Exports that one user may run at once, over all processes (contract 12.4). */
export const MAX_EXPORTS = 2;

/** A process that is killed leaves its slots to be used again after that time. */
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

/** When a client that was refused may ask again. */
const RETRY_AFTER_SECONDS = 10;

@Injectable()
export class ExportSlots {
  constructor(
    private readonly queries: ExportSlotsQueries,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Takes one of a user's slots.
   * @returns releases the slot
   * @throws AppError 429 `too_many_exports` when all of them are taken
   */
  async take(userId: string): Promise<() => Promise<void>> {
    const id = newId();
    for (let slot = 1; slot <= MAX_EXPORTS; slot += 1) {
      if (await this.queries.take(userId, slot, { id, leaseMs: LEASE_MS })) return this.hold(id);
    }
    throw analyticsErrors.too_many_exports({ limit: MAX_EXPORTS }, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
  }

  private hold(id: string): () => Promise<void> {
    const failed = (err: unknown) => this.log.warn({ err }, 'the slot of an export could not be updated; it expires by itself');
    const renewing = setInterval(() => void this.queries.renew(id, LEASE_MS).catch(failed), RENEW_MS).unref();
    return async () => {
      clearInterval(renewing);
      await this.queries.release(id).catch(failed);
    };
  }
}
