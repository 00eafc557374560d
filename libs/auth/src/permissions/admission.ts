import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from './permission.guard.js';

/** Connections inside this process, and for whom they were opened. No header can put one here. */
const admitted = new WeakMap<object, Caller>();

/**
 * Lets the requests of a connection, which a route of this process has opened for its own caller, pass the first two
 * checks: that route's request was authenticated and counted. The caller's permission and ownership are checked as
 * ever.
 */
export function admit(connection: object, caller: Caller): void {
  admitted.set(connection, caller);
}

export function admittedCaller(context: ExecutionContext): Caller | undefined {
  return admitted.get(context.switchToHttp().getRequest<Request>().socket);
}
