import { Episode } from '@app/podcasts/services';
import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { VideoStock } from './video-stock.entity.js';

/** An episode that a stock was unlinked from: the two are not matched again by themselves (contract 9). */
@Entity('unlinked_episodes')
@Index('unlinked_episodes_episode_id_idx', ['episodeId'])
export class UnlinkedEpisode {
  @ForeignKey(() => VideoStock, { name: 'unlinked_episodes_stock_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'unlinked_episodes_pkey' })
  stockId!: string;
  @ForeignKey(() => Episode, { name: 'unlinked_episodes_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'unlinked_episodes_pkey' })
  episodeId!: string;
}
