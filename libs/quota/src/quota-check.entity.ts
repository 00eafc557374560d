import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** When the check ran last: one row, which is also the lock that lets checks run one after the other. */
@Entity('quota_checks')
@Check('quota_checks_one_row_check', 'id = 1')
export class QuotaCheck {
  @PrimaryColumn('int') id!: number;
  @Column('timestamptz', { nullable: true }) checkedAt!: Date | null;
}
