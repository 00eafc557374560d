import { User } from '@app/auth/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** When a user last had a container read (contract 9.11: probing is shared out per user). */
@Entity('probe_turns')
export class ProbeTurn {
  @ForeignKey(() => User, { name: 'probe_turns_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'probe_turns_pkey' })
  userId!: string;
  @Column('timestamptz') lastTurnAt!: Date;
}
