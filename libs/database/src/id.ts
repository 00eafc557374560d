import { MAX, NIL, v7, validate, version } from 'uuid';

/** Before every id: where a walk over ids begins. */
export const NIL_ID: string = NIL;

/** After every id. */
export const LAST_ID: string = MAX;

/** A new id: UUIDv7 (RFC 9562), ascending within a process also inside one millisecond (contract 2.1). */
export const newId = (): string => v7();

/** Whether a path segment can be an id; one that cannot is not found. PostgreSQL would reject it with an error. */
export function isId(text: string): boolean {
  return validate(text) && version(text) === 7;
}
