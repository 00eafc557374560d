import { User } from '@app/auth';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const UPLOAD_STATUSES = ['receiving', 'completed'] as const;

export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

const bytes = { from: (value: string | null) => (value === null ? null : Number(value)), to: (value: number | null) => value };

/**
 * A file that a caller is sending or has sent (decisions 8). How much of it has come is the store's to say while it is being
 * received: the row is written once in a while, the bytes are what they are.
 */
@Entity('uploads')
@Check('uploads_status_check', "status IN ('receiving', 'completed')")
@Check('uploads_expires_at_check', '(expires_at IS NULL) = in_use')
@Index('uploads_expires_at_idx', ['expiresAt'])
@Index('uploads_removed_at_idx', ['removedAt'], { where: 'removed_at IS NOT NULL' })
export class Upload {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => User, { name: 'uploads_user_id_fkey' })
  @Column('uuid')
  userId!: string;
  @Column('text', { nullable: true }) filename!: string | null;
  @Column('text', { nullable: true }) contentType!: string | null;
  @Column('text', { nullable: true }) tusMetadata!: string | null; // `Upload-Metadata` as it was sent: HEAD gives it back
  @Column('bigint', { nullable: true, transformer: bytes }) byteSize!: number | null; // null while a form's file is on its way
  @Column('text', { default: 'receiving' }) status!: UploadStatus;
  @Column('boolean', { default: false }) inUse!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { nullable: true }) removedAt!: Date | null; // gone for callers; the bytes go next, the row last
}
