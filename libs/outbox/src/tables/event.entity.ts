import { User } from '@app/auth/services';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { EventType } from '../event-types.js';

/**
 * A change that its user is told of, written in the transaction of the change (contract 18). Readers page through the
 * events of a user by position; deliveries refer to the event that they send.
 */
@Entity('events')
@Index('events_user_id_idx', ['userId', 'position'])
export class Event {
  @PrimaryColumn('uuid') id!: string; // UUIDv7: partitions are weeks of ids
  @ForeignKey(() => User, { name: 'events_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;
  @Column('text') type!: EventType;
  @Column('uuid', { nullable: true }) podcastId!: string | null;
  @Column('text') body!: string; // the exact bytes that every delivery signs and sends
  @Column('bigint') position!: string; // of the sequence events_position: see the migration for the order of commits
  @Column('timestamptz') createdAt!: Date;
}
