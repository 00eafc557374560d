import { User } from '@app/auth';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

const seconds = { from: Number, to: (value: number) => value };

/**
 * What a user has used of the video allowance: the seconds of the stocks in `ready` or `matched` of the podcasts whose quota the
 * user bears. Kept in step by whoever changes such a stock, in the same transaction; the whole allowance stands with the user.
 */
@Entity('quota_accounts')
@Check('quota_accounts_used_seconds_check', 'used_seconds >= 0')
export class QuotaAccount {
  @PrimaryColumn('uuid')
  @ForeignKey(() => User, { name: 'quota_accounts_user_id_fkey', onDelete: 'CASCADE' })
  userId!: string;
  @Column('bigint', { default: 0, transformer: seconds }) usedSeconds!: number;
  @Column('timestamptz', { nullable: true }) lowSince!: Date | null; // as the last check found it: while it stands, nothing is sent again
}
