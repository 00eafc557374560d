import { User } from '@app/auth/services';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One accepted registration or repeated verification, kept for an hour: they are limited (contract 6.4). */
@Entity('webhook_registrations')
@Index('webhook_registrations_user_id_idx', ['userId', 'registeredAt'])
export class Registration {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => User, { name: 'webhook_registrations_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) registeredAt!: Date;
}
