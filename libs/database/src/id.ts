import { randomFillSync } from 'node:crypto';
import { MAX, NIL, v7, validate, version } from 'uuid';

/** Before every id: where a walk over ids begins. */
export const NIL_ID: string = NIL;

/** After every id. */
export const LAST_ID: string = MAX;

/** Random bytes of one id. */
const RANDOM_BYTES = 16;

/** Random bytes are fetched for many ids at once: a call takes longer than making the id. */
const random = new Uint8Array(RANDOM_BYTES * 256);
let nextRandom = random.length;

/** The time of the last id, and its number within that millisecond. */
let msecs = 0;
let seq = 0;

/** A new id: UUIDv7 (RFC 9562), ascending within a process also inside one millisecond (contract 2.1). */
export function newId(): string {
  if (nextRandom === random.length) {
    randomFillSync(random);
    nextRandom = 0;
  }
  const bytes = random.subarray(nextRandom, (nextRandom += RANDOM_BYTES));
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = (((bytes[6] ?? 0) & 0x7f) << 24) | ((bytes[7] ?? 0) << 16) | ((bytes[8] ?? 0) << 8) | (bytes[9] ?? 0);
  } else if (seq === 0xffff_ffff) {
    // The clock stands still, or was put back: ids go on ascending.
    msecs += 1;
    seq = 0;
  } else {
    seq += 1;
  }
  return v7({ random: bytes, msecs, seq });
}

/** Whether a path segment can be an id at all; one that cannot is simply not found. PostgreSQL would reject it with an error. */
export function isId(text: string): boolean {
  return validate(text) && version(text) === 7;
}
