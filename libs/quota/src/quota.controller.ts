import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { QuotaEnvelope, QuotaResponse } from './quota.dto.js';
import { QuotaAccounts } from './quota-accounts.queries.js';

@ApiTags('Video quota')
@Controller('video-quota')
export class QuotaController {
  constructor(private readonly quota: QuotaAccounts) {}

  @Get()
  @Requires('read')
  @ApiOperation({ summary: 'Show the caller’s video quota', description: 'Live, but for checked_at: when the low-quota check ran last.' })
  @ApiOkResponse({ type: QuotaEnvelope })
  async showQuota(@CurrentCaller() { userId }: Caller): Promise<QuotaEnvelope> {
    return { data: QuotaResponse.from(await this.quota.of(userId)) };
  }
}
