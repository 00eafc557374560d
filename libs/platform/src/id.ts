import { v7, validate, version } from 'uuid';

/** A new id: UUIDv7 (RFC 9562), ascending within a process also inside one millisecond (decisions 2.1). */
export function newId(): string {
  return v7();
}

/** Whether a path segment can be an id at all; one that cannot is simply not found. PostgreSQL would reject it with an error. */
export function isId(text: string): boolean {
  return validate(text) && version(text) === 7;
}
