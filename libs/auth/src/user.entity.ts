import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A person or program that owns podcasts and has tokens. */
@Entity('users')
@Check('users_available_seconds_check', 'available_seconds >= 0')
export class User {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('bigint', { default: 0, transformer: { from: Number, to: (seconds: number) => seconds } })
  availableSeconds!: number; // the whole video allowance of those whose quota this user bears
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
