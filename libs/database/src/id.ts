import { MAX, NIL, v7, validate, version } from 'uuid';

/** Before every id: where a walk over ids begins. */
export const NIL_ID: string = NIL;

/** After every id. */
export const LAST_ID: string = MAX;

/** A new id: UUIDv7 (RFC 9562), ascending within a process also inside one millisecond (contract 2.1). */
export const newId = (): string => v7();

/** Before every id that is made at this time or later, in milliseconds since 1970. */
export function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Whether a path segment can be an id; one that cannot is not found. PostgreSQL would reject it with an error. */
export function isId(text: string): boolean {
  return validate(text) && version(text) === 7;
}
