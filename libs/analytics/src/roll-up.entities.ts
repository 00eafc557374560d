import { Episode, Podcast } from '@app/podcasts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Whether the {@link DownloadDay}s of a podcast and UTC day say what the raw rows say. A day without downloads has none. */
@Entity('download_day_states')
@Index('download_day_states_stale_idx', ['day', 'podcastId'], { where: 'stale' })
export class DownloadDayState {
  @ForeignKey(() => Podcast, { name: 'download_day_states_podcast_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  podcastId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('boolean', { default: true }) stale!: boolean; // the raw rows are to be read
  @Column('bigint', { default: 0 }) downloads!: string; // of the day, when it was rolled up
  @Column('boolean', { default: false }) carried!: boolean; // an episode has a listener of this day and of the day before
}

/**
 * The downloads of an episode in a UTC day. The four arrays run in step, an entry for each quarter of an hour (0 to 95) that has a
 * download: how many downloads and how many different listeners the day has until the end of that quarter, and how many listeners
 * from its beginning on. A local day of another time zone is the end of one UTC day and the beginning of the next: look-ups, not sums.
 */
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
  @Column('int', { array: true }) quarters!: number[];
  @Column('int', { array: true }) downloadsUntil!: number[];
  @Column('int', { array: true }) listenersUntil!: number[];
  @Column('int', { array: true }) listenersFrom!: number[];
}
