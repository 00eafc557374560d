import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An export that runs, in whichever process. Its process renews `expiresAt`, so that one that was killed leaves its slot. */
@Entity('running_exports')
export class RunningExport {
  @PrimaryColumn('uuid') userId!: string;
  @PrimaryColumn('smallint') slot!: number;
  @Column('uuid') id!: string;
  @Column('timestamptz') expiresAt!: Date;
}
