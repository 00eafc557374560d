/**
 * Milliseconds for which a look at a claim is good: a request leaves within them, or the claim is looked at again. A registration
 * and a removal that have canceled something in flight wait as long before they answer, and then nothing of it can leave.
 */
export const LOOK_GOOD_MS = 500;

/** Milliseconds beyond the time of one exchange after which a claim has lapsed: its worker has died. */
export const LEASE_MARGIN_MS = 15_000;
