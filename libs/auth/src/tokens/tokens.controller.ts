import { authErrors } from '../auth.errors.js';
import { ApiErrors, DeletedEnvelope, OptionalBody, PageQuery } from '@app/http';
import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiExtension, ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ownership } from '../permissions/ownership.js';
import { CurrentCaller, Requires, type Caller } from '../permissions/permission.guard.js';
import type { ApiToken } from './api-token.entity.js';
import { OwnTokensService } from './own-tokens.service.js';
import { CreateToken, NewTokenEnvelope, RotateToken, TokenEnvelope, TokenPage, TokenResponse } from './token.dto.js';
import { TokensService } from './tokens.service.js';

@ApiTags('Token')
@Controller('token')
export class TokenController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Requires(null)
  @ApiOperation({
    summary: 'Show the token that the request carries',
    description: 'Its permissions and when it expires; never the token itself.',
  })
  @ApiOkResponse({ type: TokenEnvelope })
  async showToken(@CurrentCaller() { tokenId }: Caller): Promise<TokenEnvelope> {
    return { data: TokenResponse.from(await this.tokens.find(tokenId)) };
  }
}

/** The token in the path lives, is the caller's (404), and holds no permission that the caller lacks (403). */
const { Owns: ControlsToken, The: TheToken } = ownership('token', OwnTokensService, (tokens, id, caller) => tokens.controlled(id, caller));

@ApiTags('Token')
@Controller('tokens')
export class TokensController {
  constructor(private readonly own: OwnTokensService) {}

  @Get()
  @Requires('read')
  @ApiOperation({ summary: 'List your tokens', description: 'Newest first, without those that have ended and without the secrets.' })
  @ApiOkResponse({ type: TokenPage })
  listTokens(@CurrentCaller() { userId }: Caller, @Query() query: PageQuery): Promise<TokenPage> {
    return this.own.list(userId, query);
  }

  @Post()
  @Requires('update')
  @ApiOperation({
    summary: 'Make a token',
    description: 'With a part of the permissions of the token that makes it. It ends with that token at the latest.',
  })
  @ApiBody({ type: CreateToken })
  @ApiCreatedResponse({ type: NewTokenEnvelope })
  @ApiErrors(authErrors.too_many_tokens({ limit: 100 }))
  createToken(@CurrentCaller() caller: Caller, @Body() wanted: CreateToken): Promise<NewTokenEnvelope> {
    return this.own.create(caller, wanted);
  }

  @Post(':token/rotate')
  @Requires('update')
  @ControlsToken()
  @HttpCode(HttpStatus.OK)
  @OptionalBody()
  @ApiOperation({
    summary: 'Give a token a new secret',
    description: 'The record stays. The old secret, and those before it, go on for overlap_seconds at most.',
  })
  @ApiExtension('x-destructive', true) // for agents: the old secret ends
  @ApiBody({ type: RotateToken, required: false })
  @ApiOkResponse({ type: NewTokenEnvelope })
  rotateToken(
    @TheToken() token: ApiToken,
    @CurrentCaller() caller: Caller,
    @Body() { overlap_seconds: overlapSeconds }: RotateToken,
  ): Promise<NewTokenEnvelope> {
    return this.own.rotate(token, caller, overlapSeconds ?? 0);
  }

  @Delete(':token')
  @Requires('delete')
  @ControlsToken()
  @ApiOperation({ summary: 'End a token', description: 'At once, with all tokens that were made by it. A token may end itself.' })
  @ApiOkResponse({ type: DeletedEnvelope })
  async deleteToken(@TheToken() token: ApiToken, @CurrentCaller() caller: Caller): Promise<DeletedEnvelope> {
    await this.own.end(token, caller);
    return { data: { deleted: true } };
  }
}
