import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import type { Permission } from '../tokens/api-token.entity.js';
import { PermissionGuard, Public, Requires } from './permission.guard.js';

class Routes {
  @Requires('update') update(this: void): string {
    return 'updated';
  }
  @Requires(null) any(this: void): string {
    return 'anybody';
  }
  @Public() open(this: void): string {
    return 'open';
  }
  forgotten(this: void): string {
    return 'oh';
  }
}

function ask(route: keyof Routes, ...permissions: Permission[]): boolean {
  const context = {
    getHandler: () => Routes.prototype[route],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => ({ user: { permissions: new Set(permissions) } }) }),
  };
  return new PermissionGuard().canActivate(context as unknown as ExecutionContext);
}

describe('the permission guard', () => {
  it('the permission guard lets a token with the permission pass, and no other', () => {
    expect(ask('update', 'read', 'update')).toBe(true);
    expect(() => ask('update', 'read', 'delete')).toThrow(expect.objectContaining({ kind: 'not_permitted' }));
    expect(ask('any')).toBe(true);
    expect(ask('open')).toBe(true);
  });

  it('the permission guard is loud about a route that declares nothing', () => {
    expect(() => ask('forgotten', 'read', 'update', 'delete')).toThrow('Routes.forgotten declares no permission');
  });
});
