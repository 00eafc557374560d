import { Episode } from '@app/podcasts';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A chapter of an episode. Uploading a transcript leaves it alone (spec 4, transcript rule 5). */
@Entity('chapters')
@Check('chapters_start_time_check', 'start_time >= 0')
export class Chapter {
  @ForeignKey(() => Episode, { name: 'chapters_episode_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  episodeId!: string;
  @PrimaryColumn('int') position!: number;
  @Column('double precision') startTime!: number; // seconds, as in the Podcast Namespace
  @Column('text') title!: string;
  @Column('text', { nullable: true }) summary!: string | null;
}
