import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The time of the last check. There is one row; checks lock it, so that they run one after the other. */
@Entity('quota_checks')
@Check('quota_checks_one_row_check', 'id = 1')
export class QuotaCheck {
  @PrimaryColumn('int') id!: number;
  @Column('timestamptz', { nullable: true }) checkedAt!: Date | null;
}
