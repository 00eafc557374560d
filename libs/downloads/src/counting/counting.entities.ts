import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key of a UTC day under which listeners are hashed, sealed. It is deleted six hours after its day, and with it any way back. */
@Entity('listener_keys')
export class ListenerKey {
  @PrimaryColumn('date') day!: string;
  @Column('bytea') sealed!: Buffer;
}

/** When a listener's download of an episode was counted last: the next one counts six hours later. */
@Entity('download_windows')
export class DownloadWindow {
  @PrimaryColumn('uuid') episodeId!: string;
  @PrimaryColumn('text') listener!: string;
  @Column('timestamptz') at!: Date;
}
