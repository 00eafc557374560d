import { EventPublisher } from '@app/outbox';
import { LOG } from '@app/process';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ReplaysQueries } from './replays.queries.js';

/** Milliseconds between two looks: without a replay, and while there is one. */
const IDLE_MS = 5000;
const STEP_MS = 50;

/**
 * Sends the events of replays, one at a time each when the one before it was attempted, and only while their
 * destination has nothing else due, so that new events are never behind them. Each step moves the replay and writes its
 * delivery in one transaction: any worker goes on where another was killed.
 */
@Injectable()
export class Replayer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly replays: ReplaysQueries,
    private readonly publisher: EventPublisher,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.loop();
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
    clearTimeout(this.timer);
  }

  /** One step of every replay whose turn it is. @returns whether any is under way */
  async step(): Promise<boolean> {
    if (!(await this.replays.areUnderWay())) return false;
    await this.db.transaction(async (tx) => {
      const turns = await this.replays.turns(tx);
      await this.publisher.deliver(tx, turns.flatMap(({ eventId }) => eventId ?? [])); // prettier-ignore
    });
    return true;
  }

  private async loop(): Promise<void> {
    const isBusy = await this.step().catch((err: unknown) => {
      this.log.debug({ err }, 'replays cannot go on at the moment');
      return false;
    });
    if (!this.stopping) this.timer = setTimeout(() => void this.loop(), isBusy ? STEP_MS : IDLE_MS);
  }
}
