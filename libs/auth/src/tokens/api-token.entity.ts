import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

/** The permissions of a token (contract 3.2). */
export const PERMISSIONS = ['read', 'update', 'delete'] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** An API token. The token itself is shown once and not kept. */
@Entity('api_tokens')
@Index('api_tokens_hash_key', ['hash'], { unique: true })
@Index('api_tokens_user_id_idx', ['userId'])
@Index('api_tokens_expires_at_idx', ['expiresAt'], { where: 'revoked_at IS NULL AND expires_at IS NOT NULL' })
export class ApiToken {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => User, { name: 'api_tokens_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;
  @Column('bytea') hash!: Buffer; // SHA-256 of the token
  @Column('text', { nullable: true }) label!: string | null;
  @Column('text', { array: true }) permissions!: Permission[];
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  // When a person revoked the token or it expired, of which its user is told.
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) endedAt!: Date | null;
  @Column('uuid', { nullable: true }) createdBy!: string | null; // a token of the same user; null for the operator
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null; // to the hour
}
