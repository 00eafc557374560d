/** Moves leases and retries of probes, and the turns of users, by $1 seconds (contract 2.13). */
export const PROBE_TIMES: readonly string[] = [
  `UPDATE video_stocks SET probe_due_at = probe_due_at + $1 * interval '1 second' WHERE status = 'processing'`,
  `UPDATE probe_turns SET last_turn_at = last_turn_at + $1 * interval '1 second'`,
];
