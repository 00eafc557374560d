import { User } from '@app/auth/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const UPLOAD_STATUSES = ['receiving', 'completed'] as const;

export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

const bytes = { from: (value: string | null) => (value === null ? null : Number(value)), to: (value: number | null) => value };

/**
 * A file that a caller sends or has sent (contract 8.2). The storage knows how many bytes of an unfinished upload have
 * arrived; the row does not.
 */
@Entity('uploads')
@Check('uploads_status_check', "status IN ('receiving', 'completed')")
@Check('uploads_expires_at_check', '(expires_at IS NULL) = in_use')
@Index('uploads_expires_at_idx', ['expiresAt'])
@Index('uploads_removed_at_idx', ['removedAt'], { where: 'removed_at IS NOT NULL' })
@Index('uploads_user_id_id_idx', ['userId', 'id'], { where: 'removed_at IS NULL' })
@Index('uploads_unused_idx', ['userId'], { where: '(NOT in_use) AND removed_at IS NULL' })
export class Upload {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => User, { name: 'uploads_user_id_fkey' })
  @Column('uuid')
  userId!: string;
  @Column('text', { nullable: true }) filename!: string | null;
  @Column('text', { nullable: true }) contentType!: string | null;
  // `Upload-Metadata` as sent; HEAD returns it unchanged.
  @Column('text', { nullable: true }) tusMetadata!: string | null;
  // Null until the client has told the size.
  @Column('bigint', { nullable: true, transformer: bytes }) byteSize!: number | null;
  @Column('bigint', { nullable: true, transformer: bytes }) maxBytes!: number | null; // counted while byteSize is null
  @Column('boolean', { default: true }) resumable!: boolean; // false for a file sent as a form
  @Column('text', { default: 'receiving' }) status!: UploadStatus;
  @Column('boolean', { default: false }) inUse!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  // Callers get 404; the bytes are deleted next, the row last.
  @Column('timestamptz', { nullable: true }) removedAt!: Date | null;
}
