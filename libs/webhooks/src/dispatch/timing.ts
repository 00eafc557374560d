/**
 * Milliseconds for which a look at a claim is valid: the request leaves within them, or the claim is looked at again. A
 * registration and a removal that cancel something in flight wait as long before they answer. Nothing of it leaves afterwards.
 */
export const CLAIM_VALID_MS = 500;

/** Milliseconds that a lease lasts beyond the webhook timeout. When it ends, the attempt is lost (decisions 6.16). */
export const LEASE_MARGIN_MS = 15_000;

/** Milliseconds without a finished sweep, or for one claim, after which the worker is not ready. A statement may take 30 seconds. */
export const STUCK_AFTER_MS = 60_000;
