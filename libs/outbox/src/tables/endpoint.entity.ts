import { User } from '@app/auth/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Whether the destination has echoed its challenge. `failed`: all attempts are used up. */
export type Verification = 'pending' | 'verified' | 'failed';

/** A user's webhook destination. Every registration has a new id, so that work for the previous one finds nothing. */
@Entity('webhook_endpoints')
@Check('webhook_endpoints_verification_check', "verification IN ('pending', 'verified', 'failed')")
@Check('webhook_endpoints_verified_at_check', "(verification = 'verified') = (verified_at IS NOT NULL)")
@Index('webhook_endpoints_user_id_key', ['userId'], { unique: true })
export class Endpoint {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => User, { name: 'webhook_endpoints_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;
  @Column('text') url!: string;
  @Column('bytea') sealedSecret!: Buffer;
  @Column('text', { default: 'pending' }) verification!: Verification;
  @Column('timestamptz', { nullable: true }) verifiedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
