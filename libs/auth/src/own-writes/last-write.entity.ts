import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The position in the primary's log that a replica must have replayed before a user reads from it. */
@Entity('last_writes')
export class LastWrite {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'last_writes_pkey' }) userId!: string;
  @Column('bigint') position!: string;
}
