/**
 * Milliseconds within which a worker begins what it has claimed, or gives it back. A registration and a removal wait that long
 * after the last claim before they answer.
 */
export const BEGIN_WITHIN_MS = 250;

/** Milliseconds beyond the time of one exchange after which a claim has lapsed: its worker has died. */
export const LEASE_MARGIN_MS = 15_000;
