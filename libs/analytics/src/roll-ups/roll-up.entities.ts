import { Episode, Podcast } from '@app/podcasts/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Whether the {@link DownloadDay}s of a podcast and UTC day agree with the raw rows. An empty day has no state. */
@Entity('download_day_states')
@Index('download_day_states_stale_idx', ['day', 'podcastId'], { where: 'stale' })
export class DownloadDayState {
  @ForeignKey(() => Podcast, { name: 'download_day_states_podcast_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  podcastId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('boolean', { default: true }) stale!: boolean; // the raw rows must be read
  @Column('bigint', { default: 0 }) downloads!: string; // of the day, when it was rolled up
  // Whether an episode has a listener of this day and of the day before.
  @Column('boolean', { default: false }) carried!: boolean;
}

/** The downloads of an episode in a UTC day. */
@Entity('download_days')
@Index('download_days_episode_id_idx', ['episodeId'])
export class DownloadDay {
  @PrimaryColumn('uuid') podcastId!: string;
  @PrimaryColumn('date') day!: string;
  @ForeignKey(() => Episode, { name: 'download_days_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  episodeId!: string;
  @Column('int') downloads!: number;
  @Column('int') listeners!: number;
}

/**
 * The distribution of a {@link DownloadDay} over the day. The four arrays have one entry for each quarter of an hour (0
 * to 95) with a download: the downloads and different listeners until the end of that quarter, and the different
 * listeners from its beginning on. The figures of a local day in another time zone, the end of one UTC day and the
 * beginning of the next, are look-ups.
 */
@Entity('download_quarters')
@ForeignKey(() => DownloadDay, ['podcastId', 'day', 'episodeId'], ['podcastId', 'day', 'episodeId'], {
  name: 'download_quarters_day_fkey',
  onDelete: 'CASCADE',
})
export class DownloadQuarters {
  @PrimaryColumn('uuid') podcastId!: string;
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('uuid') episodeId!: string;
  @Column('int', { array: true }) quarters!: number[];
  @Column('int', { array: true }) downloadsUntil!: number[];
  @Column('int', { array: true }) listenersUntil!: number[];
  @Column('int', { array: true }) listenersFrom!: number[];
}

/** Since which UTC day there are single downloads: one row at most. Roll-ups of earlier days cannot be made again. */
@Entity('downloads_kept')
@Check('downloads_kept_id_check', 'id = 1')
export class DownloadsKept {
  @PrimaryColumn('int') id!: number;
  @Column('date') since!: string;
}
