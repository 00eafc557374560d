import { AppError, isId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DeliveryStatus } from './delivery.entity.js';
import { DispatcherWaker } from './dispatcher.waker.js';
import { VERIFICATION } from './events.js';

/** What an operator may do about a delivery. */
@Injectable()
export class DeliveriesService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly waker: DispatcherWaker,
  ) {}

  /**
   * One more attempt of the same event, with the same body, also after it has failed or was delivered (decisions 1). Between
   * attempts it is made now.
   * @throws AppError 404; 409 when its destination is gone or not active, or when it is being sent
   */
  async redeliver(id: string): Promise<{ readonly id: string; readonly attempts: number }> {
    if (!isId(id)) throw new AppError('not_found', 'There is no such delivery.');
    return this.db.transaction(async (tx) => {
      // Makes a worker that would claim it skip it, and one that records its result wait.
      const [delivery] = await tx.query<{ status: DeliveryStatus; attempts: number; current: boolean; allowed: boolean }[]>(
        `SELECT d.status, d.attempts, e.id IS NOT NULL AS current, coalesce(e.verification = 'verified', false) OR d.event_type = $2 AS allowed
           FROM webhook_deliveries d LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id
          WHERE d.id = $1 FOR UPDATE OF d`,
        [id, VERIFICATION],
      );
      if (!delivery) throw new AppError('not_found', 'There is no such delivery.');
      if (!delivery.current) throw new AppError('conflict', 'Its destination was replaced or removed.');
      if (!delivery.allowed) throw new AppError('conflict', 'Its destination is not active.');
      if (delivery.status === 'sending') throw new AppError('conflict', 'It is being sent at this moment.');
      await tx.query(
        `UPDATE webhook_deliveries
            SET status = 'queued', ready_at = clock_timestamp(), retry_at = NULL, finished_at = NULL, delivered_at = NULL,
                max_attempts = CASE WHEN status = 'queued' THEN max_attempts ELSE attempts + 1 END
          WHERE id = $1`,
        [id],
      );
      this.waker.afterCommit(tx);
      return { id, attempts: delivery.attempts };
    });
  }
}
