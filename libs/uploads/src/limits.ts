/** Most bytes of one file: 50 GiB (decisions 8). */
export const MOST_BYTES = 50 * 1024 ** 3;

/** Milliseconds after the last byte at which an upload that is not complete expires. */
export const RECEIVING_MS = 24 * 3_600_000;

/** Milliseconds after its completion, or after its use has ended, at which a complete upload expires. */
export const COMPLETED_MS = 7 * RECEIVING_MS;

/** Milliseconds without a byte after which a client counts as gone. */
export const IDLE_MS = 60_000;
