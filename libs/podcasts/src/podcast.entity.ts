import { User } from '@app/auth/services';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A podcast. Its owner has a say over it only once the ownership is confirmed. */
@Entity('podcasts')
@Index('podcasts_confirmed_idx', ['ownerId', 'id'], { where: 'ownership_confirmed_at IS NOT NULL' })
@Index('podcasts_id_owner_id_key', ['id', 'ownerId'], { unique: true })
@Index('podcasts_quota_bearer_id_idx', ['quotaBearerId'])
export class Podcast {
  @PrimaryColumn('uuid') id!: string; // UUIDv7: the order of ids is the order of creation
  @Column('text') title!: string;
  @ForeignKey(() => User, { name: 'podcasts_owner_id_fkey' })
  @Column('uuid')
  ownerId!: string;
  @Column('timestamptz', { nullable: true }) ownershipConfirmedAt!: Date | null;
  @ForeignKey(() => User, { name: 'podcasts_quota_bearer_id_fkey' })
  @Column('uuid')
  quotaBearerId!: string; // by default the owner
  @Column('text', { nullable: true }) feedUrl!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  /** Changes with the titles of its episodes; a trigger keeps it. */
  @Column('numeric', { default: 0 }) titlesDigest!: string;
}
