import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An export that runs in some process, which renews `expiresAt`: one that was killed leaves its slot. */
@Entity('running_exports')
export class RunningExport {
  @PrimaryColumn('uuid') userId!: string;
  @PrimaryColumn('smallint') slot!: number;
  @Column('uuid') id!: string;
  @Column('timestamptz') expiresAt!: Date;
}
