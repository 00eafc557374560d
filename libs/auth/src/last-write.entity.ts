import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to which position of the primary's log a replica must have come for a user to read what the user has written. */
@Entity('last_writes')
export class LastWrite {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'last_writes_pkey' }) userId!: string;
  @Column('bigint') position!: string;
}
