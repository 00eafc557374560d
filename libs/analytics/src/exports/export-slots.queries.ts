import { moves } from '@app/database/clock';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RunningExport } from './running-export.entity.js';

/** Moves leases of slots after a step of the clock (contract 2.13). */
export const EXPORT_TIMES = [moves('running_exports', ['expires_at'])];

const EXPIRES_AT = (parameter: string) => `now() + ${parameter} * interval '1 millisecond'`;

@Injectable()
export class ExportSlotsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Takes a slot that is free or has expired. @returns false when another export has it */
  async take(userId: string, slot: number, { id, leaseMs }: { readonly id: string; readonly leaseMs: number }): Promise<boolean> {
    const taken = await this.db.query<object[]>(
      `INSERT INTO running_exports AS r (user_id, slot, id, expires_at) VALUES ($1, $2, $3, ${EXPIRES_AT('$4')})
       ON CONFLICT (user_id, slot) DO UPDATE SET id = excluded.id, expires_at = excluded.expires_at WHERE r.expires_at < now()
       RETURNING slot`,
      [userId, slot, id, leaseMs],
    );
    return taken.length > 0;
  }

  async renew(id: string, leaseMs: number): Promise<void> {
    await this.db.query(`UPDATE running_exports SET expires_at = ${EXPIRES_AT('$2')} WHERE id = $1`, [id, leaseMs]);
  }

  async release(id: string): Promise<void> {
    await this.db.manager.delete(RunningExport, { id });
  }
}
