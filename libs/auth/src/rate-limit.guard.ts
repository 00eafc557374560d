import { RateLimits } from '@app/rate-limit';
import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Response } from 'express';
import { callerOf } from './caller.js';
import { isPublic } from './requires.js';

/**
 * Second of the checks: requests per user and minute (spec 8). The throttler's own ways are wrong for us: it counts per route
 * and per address in the memory of one process, and names its headers otherwise. One key a user, the shared window, our headers.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limits: RateLimits,
  ) {
    super(options, storage, reflector);
  }

  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(isPublic(context));
  }

  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const response = context.switchToHttp().getResponse<Response>();
    await this.limits.admit(`user:${callerOf(context).userId}`, { limit, windowMs: ttl }, response);
    return true;
  }
}
