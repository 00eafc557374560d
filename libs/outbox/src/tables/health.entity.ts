import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How a destination does (contract 6.18). A row of its own, because publishers hold a lock on the configuration. */
@Entity('webhook_health')
@Index('webhook_health_failing_since_idx', ['failingSince'], { where: 'failing_since IS NOT NULL AND told_at IS NULL' })
export class DestinationHealth {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_health_pkey' }) endpointId!: string;
  @Column('timestamptz', { nullable: true }) lastDeliveredAt!: Date | null;
  // Time of the first failed attempt after the last success.
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  @Column('timestamptz', { nullable: true }) toldAt!: Date | null; // when its user was told of these failures
}
