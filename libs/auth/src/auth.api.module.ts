import { RateLimitEnv, RememberedWindows, SlidingWindowStorage } from '@app/rate-limit';
import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { AuthModule } from './auth.module.js';
import { OwnWritesInterceptor } from './own-writes/own-writes.interceptor.js';
import { OwnWritesQueries } from './own-writes/own-writes.queries.js';
import { admittedCaller } from './permissions/admission.js';
import { callerOf, isPublic, PermissionGuard } from './permissions/permission.guard.js';
import { UserRateLimitGuard } from './refusals/rate-limit.guard.js';
import { BearerGuard, BearerStrategy } from './tokens/bearer.guard.js';
import { OwnTokensService } from './tokens/own-tokens.service.js';
import { TokenLookups } from './tokens/token-lookups.queries.js';
import { TokenUses } from './tokens/token-uses.queries.js';
import { TokenController, TokensController } from './tokens/tokens.controller.js';

/** Seconds over which a user's requests are counted. */
const USER_WINDOW_SECONDS = 60;

/** One window a user, over all routes, tokens and processes (contract 2.8). */
function requestsPerUser({ RATE_LIMIT_PER_MINUTE: limit }: RateLimitEnv, windows: RememberedWindows): ThrottlerModuleOptions {
  return {
    storage: new SlidingWindowStorage(windows),
    throttlers: [{ name: 'default', limit, ttl: USER_WINDOW_SECONDS * 1000 }],
    skipIf: (context) => isPublic(context) || admittedCaller(context) !== undefined,
    getTracker: (_request, context) => callerOf(context).userId,
    generateKey: (_context, userId) => `user:${userId}`,
  };
}

/** The checks of every route, in their order: 401, 429, 403 (contract 2.7). */
@Global()
@Module({
  imports: [
    AuthModule,
    PassportModule,
    ThrottlerModule.forRootAsync({ inject: [RateLimitEnv, RememberedWindows], useFactory: requestsPerUser }),
  ],
  controllers: [TokenController, TokensController],
  providers: [
    BearerStrategy,
    TokenLookups,
    TokenUses,
    OwnTokensService,
    OwnWritesQueries,
    { provide: APP_INTERCEPTOR, useClass: OwnWritesInterceptor },
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: UserRateLimitGuard },
    { provide: APP_GUARD, useClass: PermissionGuard },
  ],
})
export class AuthApiModule {}
