import type { AppError } from '@app/http/errors';
import { PERMISSION_KEY } from '@app/http/server';
import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import { authErrors } from '../auth.errors.js';
import type { Permission } from '../tokens/api-token.entity.js';

const REQUIRES = Symbol('requires');
const PUBLIC = Symbol('public');

/** `@Requires('update')` on a route; `@Requires(null)` where a valid token is enough; otherwise `@Public()`. */
export function Requires(permission: Permission | null): MethodDecorator {
  const named = permission === null ? [] : [ApiExtension(PERMISSION_KEY, permission)];
  return applyDecorators(SetMetadata(REQUIRES, permission), ApiBearerAuth(), ...named);
}

/** A route without a token and outside the limits. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);

type Requirement = Permission | null | 'public' | undefined;

/** The declaration of a route: a permission, null or `public`; undefined if it has none, which is a bug. */
export function requirementOf(handler: object): Requirement {
  if (Reflect.getMetadata(PUBLIC, handler) === true) return 'public';
  return Reflect.getMetadata(REQUIRES, handler) as Permission | null | undefined;
}

export const isPublic = (context: ExecutionContext): boolean => requirementOf(context.getHandler()) === 'public';

/** The user who sent the request, and the token that was used. */
export type Caller = {
  readonly userId: string;
  readonly tokenId: string;
  readonly permissions: ReadonlySet<Permission>;
  /** The log position that a replica must have replayed to show what the user has written or been told. */
  readonly mustSee?: number;
};

/** The caller of the request, on every route but public ones. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context));

/** @throws Error when the route is public: a bug */
export function callerOf(context: ExecutionContext): Caller {
  const { user } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
  if (!user) throw new Error('a public route asked for its caller, and has none');
  return user;
}

/** The third check: the token's permission. Closed by default: a route that declares nothing answers 500, not 200. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const needed = requirementOf(context.getHandler());
    if (needed === 'public') return true;
    if (needed === undefined) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no permission`);
    if (needed !== null && !callerOf(context).permissions.has(needed)) {
      throw lacks(needed);
    }
    return true;
  }
}

/** 403 for a permission that the caller's token lacks (RFC 6750, 3.1). */
export function lacks(permission: Permission): AppError {
  const headers = { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${permission}"` };
  return authErrors.permission_missing({ required: permission }, { headers });
}
