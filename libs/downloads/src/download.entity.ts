import { Episode } from '@app/podcasts/services';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * One counted download of an episode. `listener` is a hash of the address and the user agent. Partitioned by months of
 * `at`; the primary key begins with the columns by which downloads are looked up.
 */
@Entity('downloads')
export class Download {
  @ForeignKey(() => Episode, { name: 'downloads_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  episodeId!: string;
  @PrimaryColumn('timestamptz') at!: Date;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') listener!: string;
}
