import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** When a worker last read the database's clock. There is one row. */
@Entity('webhook_clock')
@Check('webhook_clock_one_row_check', 'id = 1')
export class ClockReading {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'webhook_clock_pkey' }) id!: number;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) readAt!: Date;
  @Column('timestamptz', { nullable: true }) before!: Date | null; // the reading before, by which a step is noticed
}
