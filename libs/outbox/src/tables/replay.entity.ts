import { User } from '@app/auth/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { EventType } from '../event-types.js';

/** A replay under way (contract 6.19): a reader of the user's events that makes a delivery of each not received. */
@Entity('webhook_replays')
export class Replay {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_replays_pkey' })
  @ForeignKey(() => User, { name: 'webhook_replays_user_id_fkey', onDelete: 'CASCADE' })
  userId!: string;
  @Column('uuid') endpointId!: string; // it ends with its destination
  @Column('text', { array: true }) types!: EventType[];
  @Column('bigint') position!: string; // of the last event that was looked at
  @Column('bigint') endsAt!: string; // position of the last event that was there when it was asked for
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) nextAt!: Date;
}
