import { Module } from '@nestjs/common';
import { TokensService } from './tokens/tokens.service.js';
import { UsersService } from './users.service.js';

/** Users and tokens, without routes: what the operator's CLI needs. */
@Module({ providers: [TokensService, UsersService], exports: [TokensService, UsersService] })
export class AuthModule {}
