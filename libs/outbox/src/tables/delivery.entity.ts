import { User } from '@app/auth/services';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An attempt as `webhook_deliveries.attempt_log` keeps it, oldest first. */
export type AttemptEntry = {
  readonly number: number;
  readonly started_at: string;
  /** Null when its end is unknown: the attempt was lost or canceled. */
  readonly duration_ms: number | null;
  /** The HTTP status as a string, or a code (docs/webhooks.md, "Outcomes"). */
  readonly outcome: string;
};

export const DELIVERY_STATUSES = ['queued', 'sending', 'delivered', 'failed', 'canceled'] as const;

/** Between attempts a delivery is `queued` (contract 6.9). */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * One event for one destination. A `queued` delivery is due since `readyAt`, waits until `retryAt`, or has neither and
 * is held until its destination is active. A `sending` one has a claim and a lease: only the holder of the claim may
 * record its result.
 */
@Entity('webhook_deliveries')
@Check('webhook_deliveries_status_check', "status IN ('queued', 'sending', 'delivered', 'failed', 'canceled')")
@Check('webhook_deliveries_ready_check', "ready_at IS NULL OR (status = 'queued' AND retry_at IS NULL)")
@Check('webhook_deliveries_claim_check', "(status = 'sending') = (claim_id IS NOT NULL AND lease_until IS NOT NULL)")
@Check('webhook_deliveries_finished_at_check', "(status IN ('queued', 'sending')) = (finished_at IS NULL)")
@Index('webhook_deliveries_history_idx', ['userId', 'id'])
@Index('webhook_deliveries_event_id_idx', ['eventId'])
@Index('webhook_deliveries_ready_idx', ['endpointId', 'id'], { where: 'ready_at IS NOT NULL' })
@Index('webhook_deliveries_open_idx', ['endpointId', 'status'], { where: 'finished_at IS NULL' })
@Index('webhook_deliveries_held_idx', ['endpointId'], { where: "status = 'queued' AND ready_at IS NULL AND retry_at IS NULL" })
@Index('webhook_deliveries_ready_at_idx', ['readyAt'], { where: 'ready_at IS NOT NULL' })
@Index('webhook_deliveries_retry_at_idx', ['retryAt'], { where: 'retry_at IS NOT NULL' })
@Index('webhook_deliveries_lease_until_idx', ['leaseUntil'], { where: 'lease_until IS NOT NULL' })
@Index('webhook_deliveries_finished_at_idx', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
export class Delivery {
  @PrimaryColumn('uuid') id!: string; // UUIDv7: the order of ids is the order of creation
  @ForeignKey(() => User, { name: 'webhook_deliveries_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;
  @Column('uuid') endpointId!: string; // no foreign key: history outlives its destination
  @Column('uuid') eventId!: string;
  @Column('text') eventType!: string;
  // Workers of 0.2 wrote and claimed it; the next release drops the column.
  @Column('text', { nullable: true }) body!: string | null;
  @Column('text', { nullable: true }) url!: string | null; // null in rows from before it was kept
  @Column('text', { default: 'queued' }) status!: DeliveryStatus;
  @Column('timestamptz', { nullable: true }) readyAt!: Date | null;
  @Column('int', { default: 0 }) attempts!: number; // claimed, also those that never connected
  @Column('jsonb', { default: [] }) attemptLog!: readonly AttemptEntry[];
  @Column('int', { default: 0 }) lostAttempts!: number;
  @Column('boolean', { default: false }) lastAttemptRepeated!: boolean; // a lost last attempt is repeated once
  @Column('int', { default: 6 }) maxAttempts!: number;
  @Column('timestamptz', { nullable: true }) retryAt!: Date | null;
  @Column('timestamptz', { nullable: true }) claimedAt!: Date | null; // when the latest attempt began
  @Column('uuid', { nullable: true }) claimId!: string | null;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('text', { nullable: true }) outcome!: string | null; // of the last attempt: a status or a code
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('text', { nullable: true }) causedBy!: string | null; // id of the request or job whose event it is
  @Column('text', { nullable: true }) traceparent!: string | null; // of the event's span, where requests are traced
  @Column('timestamptz', { nullable: true }) deliveredAt!: Date | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
