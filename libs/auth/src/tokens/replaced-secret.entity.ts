import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ApiToken } from './api-token.entity.js';

/** A secret of a token that was rotated, and that authenticates for a while longer. */
@Entity('replaced_secrets')
@Index('replaced_secrets_token_id_idx', ['tokenId'])
export class ReplacedSecret {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'replaced_secrets_pkey' }) hash!: Buffer; // SHA-256 of the secret
  @ForeignKey(() => ApiToken, { name: 'replaced_secrets_token_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  tokenId!: string;
  @Column('timestamptz') validUntil!: Date;
}
