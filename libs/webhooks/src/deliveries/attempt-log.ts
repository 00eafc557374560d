/** An attempt as `webhook_deliveries.attempt_log` keeps it, oldest first. */
export type AttemptEntry = {
  readonly number: number;
  readonly started_at: string;
  /** Null when nobody saw its end: the attempt was lost or canceled. */
  readonly duration_ms: number | null;
  /** The HTTP status as a string, or a code (docs/webhooks.md, "Outcomes"). */
  readonly outcome: string;
};

/** SQL of an entry for the attempt that delivery `d` is in. Both arguments are SQL expressions. */
export const ATTEMPT_ENTRY = (outcome: string, durationMs: string): string =>
  `jsonb_build_object('number', d.attempts, 'started_at', d.claimed_at, 'duration_ms', ${durationMs}, 'outcome', ${outcome})`;
