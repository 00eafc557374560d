import { newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditEntry } from './audit-entry.entity.js';

/** Something that was done. The actor is the id of a token, or null for the operator. */
export type AuditedAction = { readonly actor: string | null; readonly action: string; readonly target: string | null };

export type AuditFilter = {
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly since?: Date | undefined;
  readonly limit: number;
};

/** Entries that one statement of the sweep deletes. */
const BATCH_SIZE = 10_000;

/** Writes who did what, in the transaction of the change (contract 16.10). */
export async function recordAction(tx: EntityManager, { actor, action, target }: AuditedAction): Promise<void> {
  await tx.insert(AuditEntry, { id: newId(), at: () => 'clock_timestamp()', actor: actor ?? 'operator', action, target });
}

@Injectable()
export class AuditQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  list({ actor, target, since, limit }: AuditFilter): Promise<AuditEntry[]> {
    const query = this.db.createQueryBuilder(AuditEntry, 'a').where('a.at >= :since', { since: since ?? new Date(0) });
    if (actor !== undefined) query.andWhere('a.actor = :actor', { actor });
    if (target !== undefined) query.andWhere('a.target = :target', { target });
    return query.orderBy('a.at', 'DESC').addOrderBy('a.id', 'DESC').limit(limit).getMany();
  }

  /** Deletes what is older than a year. @returns how many entries */
  async sweep(): Promise<number> {
    const yearAgo = this.clock.now();
    yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
    for (let deleted = 0; ;) {
      const [, count] = await this.db.query<[unknown, number]>(
        'DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE at < $1 ORDER BY at, id LIMIT $2)',
        [yearAgo, BATCH_SIZE],
      );
      deleted += count;
      if (count < BATCH_SIZE) return deleted;
    }
  }
}
