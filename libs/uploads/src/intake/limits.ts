/** Largest file: 50 GiB (contract 8.5). */
export const MAX_FILE_BYTES = 50 * 1024 ** 3;

export const MAX_UNFINISHED_UPLOADS = 100;

/** Bytes of one user that are stored, or announced, and that no video stock uses: 200 GiB. */
export const MAX_UNUSED_BYTES = 200 * 1024 ** 3;

/** Milliseconds after the last byte until an unfinished upload expires. */
export const RECEIVING_TTL_MS = 24 * 3_600_000;

/** Milliseconds after its completion, or after the end of its use, until a complete upload expires. */
export const COMPLETED_TTL_MS = 7 * RECEIVING_TTL_MS;

/** Milliseconds without a byte after which a client counts as disconnected. */
export const IDLE_TIMEOUT_MS = 60_000;
