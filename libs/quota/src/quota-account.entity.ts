import { User } from '@app/auth/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

const seconds = { from: Number, to: (value: number) => value };

/**
 * The used seconds of a user: the sum of the stocks in `ready` or `matched` of the podcasts whose quota the user bears.
 * The transaction that changes such a stock changes the sum, too. The allowance is a column of the user.
 */
@Entity('quota_accounts')
@Check('quota_accounts_used_seconds_check', 'used_seconds >= 0')
@Index('quota_accounts_untold_idx', ['userId'], { where: 'low_since IS NOT NULL AND told_at IS NULL' })
@Index('quota_accounts_unchecked_idx', ['userId'], { where: 'is_unchecked' })
export class QuotaAccount {
  @PrimaryColumn('uuid')
  @ForeignKey(() => User, { name: 'quota_accounts_user_id_fkey', onDelete: 'CASCADE' })
  userId!: string;
  @Column('bigint', { default: 0, transformer: seconds }) usedSeconds!: number;
  @Column('timestamptz', { nullable: true }) lowSince!: Date | null; // as the last check found it
  // When the user was told of this rise; until it is cleared, nothing is sent again.
  @Column('timestamptz', { nullable: true }) toldAt!: Date | null;
  // Set by triggers when usage or allowance have changed since the last check.
  @Column('boolean', { default: true }) isUnchecked!: boolean;
  @Column('uuid', { nullable: true }) heldEventId!: string | null; // the event of this rise
}
