import { Podcast } from '@app/podcasts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const VIDEO_STOCK_STATUSES = ['processing', 'ready', 'failed', 'matched', 'canceled'] as const;

export type VideoStockStatus = (typeof VIDEO_STOCK_STATUSES)[number];

/** A video registered ahead of its episode (decisions 9). */
@Entity('video_stocks')
@Check('video_stocks_status_check', "status IN ('processing', 'ready', 'failed', 'matched', 'canceled')")
@Check('video_stocks_duration_seconds_check', 'duration_seconds > 0')
@Index('video_stocks_podcast_id_client_key_key', ['podcastId', 'clientKey'], { unique: true })
export class VideoStock {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => Podcast, { name: 'video_stocks_podcast_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  podcastId!: string;
  @Column('text') clientKey!: string;
  @Column('text') status!: VideoStockStatus;
  @Column('int', { default: 1 }) revision!: number;
  @Column('int', { nullable: true }) durationSeconds!: number | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
