import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** No longer used. Workers of the version before read and write the table, so the next release drops it. */
@Entity('webhook_delivery_counts')
export class DeliveryCount {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName: 'webhook_delivery_counts_pkey' }) id!: string;
  @Column('int') due!: number;
  @Column('int') waiting!: number;
  @Column('int') sending!: number;
  @Column('int') held!: number;
}
