import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';

/** The video quota of a user, in whole seconds. */
export type Quota = {
  readonly usedSeconds: number;
  readonly availableSeconds: number;
  /** Of the last check over all users; null before the first. */
  readonly checkedAt: Date | null;
};

/** Used seconds and allowance of users. */
@Injectable()
export class QuotaAccounts {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async of(userId: string): Promise<Quota> {
    const [row] = await this.db.query<{ used: string; available: string; checked_at: Date | null }[]>(
      `SELECT coalesce(a.used_seconds, 0) AS used, u.available_seconds AS available, (SELECT checked_at FROM quota_checks) AS checked_at
         FROM users u LEFT JOIN quota_accounts a ON a.user_id = u.id WHERE u.id = $1`,
      [userId],
    );
    return { usedSeconds: Number(row?.used ?? 0), availableSeconds: Number(row?.available ?? 0), checkedAt: row?.checked_at ?? null };
  }

  /**
   * Charges the seconds of a stock if they fit: it is refused only when the sum exceeds the allowance (contract 7.2).
   * Charges of one user wait for each other's transactions, so that two of them cannot use the same remaining seconds.
   * @param seconds whole, at least 1
   * @returns whether it was charged
   */
  async charge(tx: EntityManager, userId: string, seconds: number): Promise<boolean> {
    await tx.query('INSERT INTO quota_accounts (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
    const [, charged] = await tx.query<[unknown, number]>(
      `UPDATE quota_accounts a SET used_seconds = a.used_seconds + $2::bigint FROM users u
        WHERE a.user_id = $1 AND u.id = a.user_id AND a.used_seconds + $2::bigint <= u.available_seconds`,
      [userId, seconds],
    );
    return charged > 0;
  }

  /**
   * Adds the seconds of a stock in the transaction that changes the stock. Charges of one user wait for each other's
   * transactions.
   * @param seconds whole; negative values are credited
   */
  async book(tx: EntityManager, userId: string, seconds: number): Promise<void> {
    await tx.query(
      `INSERT INTO quota_accounts AS a (user_id, used_seconds) VALUES ($1, greatest($2, 0))
       ON CONFLICT (user_id) DO UPDATE SET used_seconds = a.used_seconds + $2`,
      [userId, seconds],
    );
  }
}
