import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counted downloads that ClickHouse has not acknowledged: a JSON array a line. */
@Entity('download_log')
export class LoggedDownloads {
  @PrimaryColumn('uuid') id!: string;
  @Column('int') downloads!: number;
  @Column('text') lines!: string;
  @Column('timestamptz', { default: () => 'now()' }) writtenAt!: Date;
  @Column('timestamptz', { nullable: true }) claimedUntil!: Date | null; // a worker is writing them
}
