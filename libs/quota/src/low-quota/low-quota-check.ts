import { Clock } from '@app/process';
import { WebhookPublisher } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { beginCheck, noteTold, turnCrossings, untold, type Untold } from './low-quota.queries.js';
import { remainingSeconds } from './low-quota.js';

/** Events in one statement: a check after a long time may find any number. */
const BATCH_SIZE = 1000;

/** The findings and actions of one check. */
type CheckResult = { readonly risen: number; readonly fallen: number; readonly told: number };

/** The check of contract 7.3 over all users. */
@Injectable()
export class LowQuotaCheck {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly publisher: WebhookPublisher,
    private readonly clock: Clock,
  ) {}

  /**
   * Turns the state of all users whose usage has crossed 90 %, and writes `video_quota.low` in the same transaction for those who
   * are low and were not told since they rose (contract 7.3). Checks at once run one after the other.
   */
  async run(): Promise<CheckResult> {
    return this.db.transaction(async (tx) => {
      await beginCheck(tx, this.clock.now());
      const crossings = await turnCrossings(tx);
      const users = await untold(tx);
      let told = 0;
      for (let from = 0; from < users.length; from += BATCH_SIZE) told += await this.tell(tx, users.slice(from, from + BATCH_SIZE));
      return { ...crossings, told };
    });
  }

  /** @returns how many events were written */
  private async tell(tx: EntityManager, users: readonly Untold[]): Promise<number> {
    const held = users.flatMap(({ userId, heldEventId }) => (heldEventId === null ? [] : [{ userId, eventId: heldEventId }]));
    // An event that was held has arrived by another way if its destination became active, and was canceled if it did not.
    const kept = await this.publisher.kept(tx, held);
    const due = users.filter(({ heldEventId }) => heldEventId === null || !kept.has(heldEventId));
    const eventIds = await this.publisher.publish(tx, ...due.map(eventOf));
    const written = due.map(({ userId, isActive }, index) => ({ userId, isActive, eventId: eventIds[index] ?? '' }));
    const toldNow = users.filter(({ isActive }) => isActive).map(({ userId }) => userId);
    const heldNow = written.filter(({ isActive }) => !isActive).map(({ userId, eventId }) => [userId, eventId] as const);
    await noteTold(tx, toldNow, new Map(heldNow));
    return due.length;
  }
}

function eventOf({ userId, usedSeconds, availableSeconds }: Untold) {
  const data = { usedSeconds, availableSeconds, remainingSeconds: remainingSeconds(usedSeconds, availableSeconds) };
  return { userId, type: 'video_quota.low', data } as const;
}
