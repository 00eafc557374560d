/** SQL of an entry for the attempt that delivery `d` is in. Both arguments are SQL expressions. */
export const ATTEMPT_ENTRY = (outcome: string, durationMs: string): string =>
  `jsonb_build_object('number', d.attempts, 'started_at', d.claimed_at, 'duration_ms', ${durationMs}, 'outcome', ${outcome})`;
