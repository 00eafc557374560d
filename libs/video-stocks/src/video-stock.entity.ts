import { Episode, Podcast } from '@app/podcasts/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { FailureCode } from './changes/failures.js';
import type { VideoStockStatus } from './changes/states.js';

/** A video registered ahead of its episode (contract 9). */
@Entity('video_stocks')
@Check('video_stocks_status_check', "status IN ('processing', 'ready', 'failed', 'matched', 'canceled')")
@Check('video_stocks_duration_seconds_check', 'duration_seconds > 0')
@Check('video_stocks_matched_by_check', "matched_by IN ('match', 'link')")
@Index('video_stocks_podcast_id_client_key_key', ['podcastId', 'clientKey'], { unique: true })
@Index('video_stocks_matched_episode_id_key', ['matchedEpisodeId'], { unique: true, where: 'matched_episode_id IS NOT NULL' })
@Index('video_stocks_podcast_id_id_idx', ['podcastId', 'id'])
@Index('video_stocks_podcast_id_status_id_idx', ['podcastId', 'status', 'id'])
@Index('video_stocks_owner_id_id_idx', ['ownerId', 'id'])
@Index('video_stocks_owner_id_status_id_idx', ['ownerId', 'status', 'id'])
@Index('video_stocks_probe_due_at_idx', ['probeDueAt'], { where: "status = 'processing'" })
@Index('video_stocks_claimed_probe_due_at_idx', ['probeDueAt'], { where: "status = 'processing' AND probe_claim IS NOT NULL" })
@Index('video_stocks_owner_id_probe_due_at_idx', ['ownerId', 'probeDueAt'], { where: "status = 'processing' AND upload_id IS NOT NULL" })
@ForeignKey(() => Podcast, ['podcastId', 'ownerId'], ['id', 'ownerId'], {
  name: 'video_stocks_podcast_id_owner_id_fkey',
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
})
export class VideoStock {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') podcastId!: string;
  @Column('uuid') ownerId!: string; // owner of the podcast; the index of a user's list begins with it
  @Column('text') clientKey!: string;
  // Hash of the request that created the stock; null when fixtures did.
  @Column('bytea', { nullable: true }) requestSha256!: Buffer | null;
  @Column('text') status!: VideoStockStatus;
  @Column('int', { default: 1 }) revision!: number;
  @Column('uuid', { nullable: true }) uploadId!: string | null;
  @Column('text', { nullable: true }) title!: string | null;
  @Column('text', { nullable: true }) matchGuid!: string | null;
  @Column('text', { nullable: true }) matchTitle!: string | null;
  @Column('int', { nullable: true }) durationSeconds!: number | null;
  @ForeignKey(() => Episode, { name: 'video_stocks_matched_episode_id_fkey' })
  @Column('uuid', { nullable: true })
  matchedEpisodeId!: string | null;
  @Column('text', { nullable: true }) matchedBy!: 'match' | 'link' | null;
  @Column('text', { nullable: true }) failureCode!: FailureCode | null;
  // The claim of the worker that reads the container; a result without it is dropped.
  @Column('uuid', { nullable: true }) probeClaim!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) probeDueAt!: Date; // when another worker may claim it
  @Column('int', { default: 0 }) probeAttempts!: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
