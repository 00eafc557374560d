import { Clock } from '@app/process';
import { EventPublisher } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { beginCheck, noteEvents, noteTold, turnCrossings, untold, type LowUser, type Untold } from './low-quota.queries.js';
import { remainingSeconds } from './low-quota.js';

/** Events in one statement: a check after a long time may find any number. */
const BATCH_SIZE = 1000;

type CheckResult = { readonly risen: number; readonly fallen: number; readonly told: number };

/** The check of contract 7.3 over all users. */
@Injectable()
export class LowQuotaCheck {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly publisher: EventPublisher,
    private readonly clock: Clock,
  ) {}

  /**
   * Turns the state of all users whose usage has crossed 90 %, and writes `video_quota.low` in the same transaction for
   * those who have risen. It is sent to those who were not told since they rose (contract 7.3, contract 7). Checks at
   * once run one after the other.
   */
  async checkUsers(): Promise<CheckResult> {
    return this.db.transaction(async (tx) => {
      await beginCheck(tx, this.clock.now());
      const { risen, fallen } = await turnCrossings(tx);
      for (const users of batches(risen)) await this.publish(tx, users);
      let told = 0;
      for (const users of batches(await untold(tx))) told += await this.tell(tx, users);
      return { risen: risen.length, fallen, told };
    });
  }

  private async publish(tx: EntityManager, users: readonly LowUser[]): Promise<void> {
    const ids = await this.publisher.write(tx, users.map(eventOf));
    await noteEvents(tx, users, ids);
  }

  /** @returns how many were told now, by this check or by an event that was held for their destination */
  private async tell(tx: EntityManager, users: readonly Untold[]): Promise<number> {
    const kept = await this.publisher.kept(tx, users.map(({ eventId }) => eventId)); // prettier-ignore
    const due = users.filter(({ eventId }) => !kept.has(eventId));
    const delivered = await this.publisher.deliver(tx, due.map(({ eventId }) => eventId)); // prettier-ignore
    // Retention has removed the event of a rise that is long ago.
    const gone = due.filter(({ eventId }) => !delivered.has(eventId));
    await noteEvents(tx, gone, await this.publisher.publish(tx, ...gone.map(eventOf)));
    await noteTold(tx, users.filter(({ isActive }) => isActive).map(({ userId }) => userId)); // prettier-ignore
    return due.length;
  }
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += BATCH_SIZE) yield all.slice(from, from + BATCH_SIZE);
}

function eventOf({ userId, usedSeconds, availableSeconds }: LowUser) {
  const data = { usedSeconds, availableSeconds, remainingSeconds: remainingSeconds(usedSeconds, availableSeconds) };
  return { userId, podcastId: null, type: 'video_quota.low', data } as const;
}
