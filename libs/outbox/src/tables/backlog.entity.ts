import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A configuration that changed and has deliveries left to cancel or to release. It may no longer exist. */
@Entity('webhook_backlogs')
export class Backlog {
  @PrimaryColumn('uuid') endpointId!: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) createdAt!: Date;
}
