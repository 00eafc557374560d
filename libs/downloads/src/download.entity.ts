import { Episode } from '@app/podcasts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One counted download of an episode. `listener` is a hash of the address and the user agent. */
@Entity('downloads')
@Index('downloads_episode_id_at_idx', ['episodeId', 'at'])
export class Download {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => Episode, { name: 'downloads_episode_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  episodeId!: string;
  @Column('timestamptz') at!: Date;
  @Column('text') listener!: string;
}
