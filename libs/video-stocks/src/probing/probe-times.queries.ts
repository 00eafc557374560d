import { moves } from '@app/database/clock';

/** Moves leases and retries of probes, and the turns of users, after a step of the clock (contract 2.13). */
export const PROBE_TIMES: readonly string[] = [
  moves('video_stocks', ['probe_due_at'], `status = 'processing'`),
  moves('probe_turns', ['last_turn_at']),
];
