import { ApiErrors } from '@app/http';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Requires, type Caller } from '../permissions/permission.guard.js';
import { TokenEnvelope, TokenResponse } from './token.dto.js';
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
  @ApiErrors(422)
  async showToken(@CurrentCaller() { tokenId }: Caller): Promise<TokenEnvelope> {
    return { data: TokenResponse.from(await this.tokens.find(tokenId)) };
  }
}
