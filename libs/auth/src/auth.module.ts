import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule } from '@nestjs/throttler';
import { BearerGuard } from './auth.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { PermissionGuard } from './permission.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { TokenController } from './token.controller.js';
import { TokensService } from './tokens.service.js';
import { UsersService } from './users.service.js';
import { RateLimitEnv } from '@app/rate-limit';

/** Users and tokens, without routes: what the operator's CLI needs. */
@Module({ providers: [TokensService, UsersService], exports: [TokensService, UsersService] })
export class AccountsModule {}

/** The checks of every route, in their order: 401, 429, 403 (decisions 2.7). */
@Global()
@Module({
  imports: [
    AccountsModule,
    PassportModule,
    ThrottlerModule.forRootAsync({
      inject: [RateLimitEnv],
      useFactory: ({ RATE_LIMIT_PER_MINUTE: limit }: RateLimitEnv) => ({ throttlers: [{ name: 'default', limit, ttl: 60_000 }] }),
    }),
  ],
  controllers: [TokenController],
  providers: [
    BearerStrategy,
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: PermissionGuard },
  ],
})
export class AuthModule {}
