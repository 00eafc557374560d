import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A chapter of an episode. Uploading a transcript leaves it alone (spec 4, transcript rule 5). */
@Entity('chapters')
export class Chapter {
  @PrimaryColumn('uuid') episodeId!: string;
  @PrimaryColumn('int') position!: number;
  @Column('double precision') startTime!: number; // seconds, as in the Podcast Namespace
  @Column('text') title!: string;
  @Column('text', { nullable: true }) summary!: string | null;
}
