import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * One statement's change of the numbers of unfinished deliveries; the sum over all rows is how many there are. Triggers add rows in
 * the transaction of the change, and workers replace many rows by their sum. Nobody waits for a row.
 */
@Entity('webhook_delivery_counts')
export class DeliveryCount {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName: 'webhook_delivery_counts_pkey' }) id!: string;
  @Column('int') due!: number;
  @Column('int') waiting!: number;
  @Column('int') sending!: number;
  @Column('int') held!: number;
}
