import { AppError, isId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DeliveryStatus } from './delivery.entity.js';
import type { Verification } from '../endpoints/endpoint.entity.js';
import { DispatcherWaker } from '../dispatch/dispatcher.waker.js';
import { VERIFICATION } from '../events.js';

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
      // Makes a registration and a removal wait, which would otherwise not see what is queued here: destination first, as always.
      const [endpoint] = await tx.query<{ verification: Verification }[]>(
        `SELECT e.verification FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id WHERE d.id = $1 FOR SHARE OF e`,
        [id],
      );
      // Makes a worker that would claim it skip it, and one that records its result wait.
      const [delivery] = await tx.query<{ status: DeliveryStatus; attempts: number; type: string }[]>(
        'SELECT status, attempts, event_type AS type FROM webhook_deliveries WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (!delivery) throw new AppError('not_found', 'There is no such delivery.');
      if (!endpoint) throw new AppError('conflict', 'Its destination was replaced or removed.');
      if (endpoint.verification !== 'verified' && delivery.type !== VERIFICATION)
        throw new AppError('conflict', 'Its destination is not active.');
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
