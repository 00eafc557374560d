import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The key of a UTC day under which listeners are hashed, sealed. It is deleted six hours after its day; its hashes
 * cannot be traced then.
 */
@Entity('listener_keys')
export class ListenerKey {
  @PrimaryColumn('date') day!: string;
  @Column('bytea') sealed!: Buffer;
}

/** The time of a listener's last counted download of an episode. The next one counts six hours later. */
@Entity('download_windows')
export class DownloadWindow {
  @PrimaryColumn('uuid') episodeId!: string;
  @PrimaryColumn('text') listener!: string;
  @Column('timestamptz') at!: Date;
}
