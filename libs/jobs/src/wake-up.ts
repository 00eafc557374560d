import { LOG } from '@app/process';
import { getQueueToken, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type DynamicModule, type FactoryProvider, type Provider, type Type } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { registerQueue } from './jobs.module.js';
import { AfterCommit } from './signals.queries.js';

/**
 * Wakes the worker of a queue. The job carries no data: the rows say what is due. If a wake-up is lost, the queue's
 * schedule finds the rows.
 */
export class WakeUp {
  private readonly committed: AfterCommit<true>;
  private adding = false;
  private again = false;

  constructor(
    private readonly queue: Pick<Queue, 'name' | 'add'>,
    db: DataSource,
    private readonly log: Logger,
  ) {
    this.committed = new AfterCommit(db, () => this.now());
  }

  /** Wakes a worker after the transaction is committed, and not after a rollback. */
  afterCommit(tx: EntityManager): void {
    this.committed.mark(tx, true);
  }

  /** Wakes a worker now. Never throws, since the schedule finds what is due, too. */
  now(): void {
    void this.add();
  }

  /** While one job is being added, all further wake-ups become one job, which is added after it. */
  private async add(): Promise<void> {
    this.again = true;
    if (this.adding) return;
    this.adding = true;
    try {
      while (this.again) {
        this.again = false;
        await this.queue.add('wake', {}, { removeOnComplete: true, removeOnFail: true });
      }
    } catch (err) {
      this.log.warn({ err, queue: this.queue.name }, 'no worker was woken; the schedule finds what is due');
    } finally {
      this.adding = false;
    }
  }
}

export type WakeUpOf = {
  /** Injection token: `@Inject(refetchWakeUp.token) private readonly wakeUp: WakeUp`. */
  readonly token: symbol;
  readonly imports: readonly DynamicModule[];
  readonly providers: readonly FactoryProvider<WakeUp>[];
};

/** Declares the wake-up of a queue; `imports` and `providers` are spread into the module that wakes. */
export function wakeUp(queue: string): WakeUpOf {
  const token = Symbol(`wake-up of ${queue}`);
  return {
    token,
    imports: [registerQueue(queue)],
    providers: [
      {
        provide: token,
        inject: [getQueueToken(queue), getDataSourceToken(), LOG],
        useFactory: (bull: Queue, db: DataSource, log: Logger) => new WakeUp(bull, db, log),
      },
    ],
  };
}

type WokenOptions<T> = {
  readonly queue: string;
  /** The class that is woken, a provider of the same module. */
  readonly inject: Type<T>;
  readonly wake: (worker: T) => void;
  /** Wake-ups that one process has in hand at once. */
  readonly concurrency: number;
};

/** Passes a queue's wake-ups on to work that always runs in every worker. Work with a schedule takes `scheduledJob`. */
export function whenWoken<T>({ queue, inject, wake, concurrency }: WokenOptions<T>): Provider {
  @Processor(queue, { concurrency })
  class WakeUpProcessor extends WorkerHost {
    constructor(@Inject(inject) private readonly target: T) {
      super();
    }

    override process(): Promise<void> {
      wake(this.target);
      return Promise.resolve();
    }
  }
  return WakeUpProcessor;
}
