import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Permission } from './permissions/permission.js';

/** The user who sent the request, and the token that was used. */
export type Caller = {
  readonly userId: string;
  readonly tokenId: string;
  readonly permissions: ReadonlySet<Permission>;
};

/** The caller of the request, on every route but public ones. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context));

/** @throws Error when the route is public: a bug */
export function callerOf(context: ExecutionContext): Caller {
  const { user } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
  if (!user) throw new Error('a public route has no caller');
  return user;
}
