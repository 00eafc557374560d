import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Episode } from './episode.entity.js';

/** An episode whose time has not come. A trigger notes it, and the worker that publishes its event removes it. */
@Entity('unpublished_episodes')
export class UnpublishedEpisode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'unpublished_episodes_pkey' })
  @ForeignKey(() => Episode, { name: 'unpublished_episodes_episode_id_fkey', onDelete: 'CASCADE' })
  episodeId!: string;
}
