import { Episode } from '@app/podcasts/services';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A chapter of an episode. Uploading a transcript leaves it alone (contract 5.4). */
@Entity('chapters')
@Check('chapters_start_time_check', 'start_time >= 0')
export class Chapter {
  @ForeignKey(() => Episode, { name: 'chapters_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  episodeId!: string;
  @PrimaryColumn('int') position!: number;
  @Column('double precision') startTime!: number; // seconds, as in the Podcast Namespace
  @Column('double precision', { nullable: true }) endTime!: number | null;
  @Column('text', { nullable: true }) title!: string | null; // null in silent chapters alone
  @Column('text', { nullable: true }) summary!: string | null;
  @Column('text', { nullable: true }) url!: string | null;
  @Column('text', { nullable: true }) img!: string | null;
  @Column('boolean', { nullable: true }) toc!: boolean | null;
}
