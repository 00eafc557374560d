import { scheduledJob } from '@app/jobs';
import { TokensService } from './tokens.service.js';

/** Every minute: an expired token is refused at once, and its user is told of it soon (contract 18.3). */
export const tokenExpiryJob = scheduledJob({
  name: 'tokens.expiry',
  cron: '20 * * * * *',
  inject: TokensService,
  run: async (tokens) => {
    const told = await tokens.endExpired();
    return told > 0 ? { told } : undefined;
  },
});
