import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { authErrors } from '../auth.errors.js';
import { callerOf } from '../caller.js';
import { requirementOf } from './requires.js';

/** The third check: the token's permission. Closed by default: a route that declares nothing answers 500, not 200. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const needed = requirementOf(context.getHandler());
    if (needed === 'public') return true;
    if (needed === undefined) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no permission`);
    if (needed !== null && !callerOf(context).permissions.has(needed)) {
      // RFC 6750, 3.1
      const headers = { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${needed}"` };
      throw authErrors.permission_missing({ required: needed }, { headers });
    }
    return true;
  }
}
