import { registerQueue } from '@app/jobs';
import { LOG } from '@app/platform';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, type EntitySubscriberInterface, type TransactionCommitEvent } from 'typeorm';

export const DISPATCH_QUEUE = 'webhook-dispatch';

export const dispatchQueue = registerQueue(DISPATCH_QUEUE);

/** Marks a transaction that has written deliveries. */
const WRITTEN = Symbol('deliveries written');

/**
 * Wakes a worker once a transaction that wrote deliveries is committed. The job carries nothing: what is due stands in the
 * rows, and the sweep finds within a second what a wake-up that got lost would have told.
 */
@Injectable()
export class DispatcherWaker implements EntitySubscriberInterface, OnModuleInit {
  private waking = false;
  private again = false;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @InjectQueue(DISPATCH_QUEUE) private readonly queue: Queue,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.db.subscribers.push(this);
  }

  /** Wakes a worker when the transaction is committed. */
  afterCommit(tx: EntityManager): void {
    const data = tx.queryRunner?.data as Record<symbol, unknown> | undefined;
    if (data) data[WRITTEN] = true;
  }

  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    const data = queryRunner.data as Record<symbol, unknown>;
    if (data[WRITTEN] !== true || queryRunner.isTransactionActive) return; // a savepoint is no commit yet
    data[WRITTEN] = false;
    void this.wake();
  }

  afterTransactionRollback({ queryRunner }: TransactionCommitEvent): void {
    if (!queryRunner.isTransactionActive) (queryRunner.data as Record<symbol, unknown>)[WRITTEN] = false;
  }

  /**
   * Any number of commits while one job is being added become one more job, which is added after all of them: a worker that
   * takes it sees them all.
   */
  private async wake(): Promise<void> {
    this.again = true;
    if (this.waking) return;
    this.waking = true;
    try {
      while (this.again) {
        this.again = false;
        await this.queue.add('wake', {}, { removeOnComplete: true, removeOnFail: true });
      }
    } catch (err) {
      this.log.warn({ err }, 'no worker was woken; the sweep will find what is due');
    } finally {
      this.waking = false;
    }
  }
}
