import { scheduledJob } from '@app/jobs';
import { TokensQueries } from './tokens.queries.js';

/** Once a day, apart from other jobs. */
export const tokenSweepJob = scheduledJob({
  name: 'tokens.sweep',
  cron: '0 23 4 * * *',
  inject: TokensQueries,
  run: async (tokens) => ({ deleted: await tokens.sweep() }),
});
