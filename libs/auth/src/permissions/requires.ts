import { PERMISSION_KEY } from '@app/http';
import { applyDecorators, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { Permission } from './permission.js';

const REQUIRES = Symbol('requires');
const PUBLIC = Symbol('public');

/** `@Requires('update')` on a route; `@Requires(null)` where a valid token is enough. Every route says one or is `@Public()`. */
export function Requires(permission: Permission | null): MethodDecorator {
  const named = permission === null ? [] : [ApiExtension(PERMISSION_KEY, permission)];
  return applyDecorators(SetMetadata(REQUIRES, permission), ApiBearerAuth(), ...named);
}

/** A route without a token and outside the limits. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);

type Requirement = Permission | null | 'public' | undefined;

/** A cache: each request asks several times, and reading metadata is slow. */
const requirements = new WeakMap<object, { readonly requirement: Requirement }>();

/** The declaration of a route: a permission, null or `public`; undefined if it has none, which is a bug. */
export function requirementOf(handler: object): Requirement {
  let known = requirements.get(handler);
  if (!known) requirements.set(handler, (known = { requirement: declaredBy(handler) }));
  return known.requirement;
}

function declaredBy(handler: object): Requirement {
  if (Reflect.getMetadata(PUBLIC, handler) === true) return 'public';
  return Reflect.getMetadata(REQUIRES, handler) as Permission | null | undefined;
}

export const isPublic = (context: ExecutionContext): boolean => requirementOf(context.getHandler()) === 'public';
