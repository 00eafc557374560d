import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A host of feeds, and when automatic refetches may request it. All workers share its limits. */
@Entity('feed_hosts')
@Index('feed_hosts_turn_at_idx', ['turnAt'])
export class FeedHost {
  @PrimaryColumn('text') host!: string;
  @Column('timestamptz') freeAt!: Date; // not before: a second after the last request, or what its Retry-After says
  @Column('timestamptz') turnAt!: Date; // when it is looked at next: never before `freeAt`
}
