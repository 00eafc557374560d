import type { Podcast } from '@app/podcasts/services';
import type { Command } from 'commander';
import { httpUrl, notBlank } from '../arguments.js';
import { audited, inTransaction, type CommandContext, type ModuleLoader } from '../context.js';
import { queueModules } from '../queues.js';

type PodcastOptions = { title: string; owner: string; feedUrl?: string | null; quotaBearer?: string };

const catalog = async () => [(await import('@app/podcasts/services')).PodcastsModule];
const catalogAndAccounts = async () => [...(await catalog()), (await import('@app/auth/services')).AuthModule];

export function addPodcastCommands(program: Command, context: CommandContext): void {
  const podcast = program.command('podcast').description('podcasts');
  podcast
    .command('create')
    .description('make a podcast; its ownership is not confirmed yet')
    .requiredOption('--title <title>', 'the title', notBlank)
    .requiredOption('--owner <user>', 'id of the user who owns it')
    .option('--feed-url <url>', 'an external RSS feed', httpUrl)
    .option('--quota-bearer <user>', 'id of the user whose video quota it uses; the owner without it')
    .action(async ({ title, owner, feedUrl = null, quotaBearer = owner }: PodcastOptions) => {
      const { UsersService } = await import('@app/auth/services');
      const { PodcastsService } = await import('@app/podcasts/services');
      const { id } = await inTransaction(context, catalogAndAccounts, async (tx, app) => {
        await app.get(UsersService).find(owner);
        await app.get(UsersService).find(quotaBearer);
        return { id: await app.get(PodcastsService).create(tx, { title, ownerId: owner, quotaBearerId: quotaBearer, feedUrl }) };
      });
      context.answer({ id, title, owner_id: owner, quota_bearer_id: quotaBearer, feed_url: feedUrl, ownership_confirmed: false });
    });
  podcast
    .command('list')
    .description('all podcasts, or those of one owner, in order of creation')
    .option('--owner <user>', 'id of the owner')
    .action(async ({ owner }: { owner?: string }) => {
      const { UsersService } = await import('@app/auth/services');
      const { PodcastsService } = await import('@app/podcasts/services');
      const app = await audited(context, catalogAndAccounts);
      if (owner !== undefined) await app.get(UsersService).find(owner);
      context.answer({ podcasts: (await app.get(PodcastsService).all(owner)).map(shown) });
    });
  addConfirmOwnership(podcast, context);
  addSetQuotaBearer(podcast, context);
}

function addConfirmOwnership(podcast: Command, context: CommandContext): void {
  podcast
    .command('confirm-ownership')
    .description('confirm that the owner owns it')
    .argument('<id>', 'the podcast’s id')
    .action(async (id: string) => {
      const { PodcastsService } = await import('@app/podcasts/services');
      await inTransaction(context, catalog, async (tx, app) => {
        await app.get(PodcastsService).confirmOwnership(tx, id);
        return { id };
      });
      context.answer({ id, ownership_confirmed: true });
    });
}

function addSetQuotaBearer(podcast: Command, context: CommandContext): void {
  podcast
    .command('set-quota-bearer')
    .description('move a podcast, and the seconds of its videos, to the quota of another user')
    .argument('<id>', 'the podcast’s id')
    .argument('<user>', 'the user’s id')
    .action(async (id: string, user: string) => {
      const { UsersService } = await import('@app/auth/services');
      const { QuotaBearers, VideoStocksModule } = await import('@app/video-stocks');
      const modules: ModuleLoader = async (environment) => [...(await queueModules(environment)), ...(await catalogAndAccounts()), VideoStocksModule]; // prettier-ignore
      await inTransaction(context, modules, async (tx, app) => {
        await app.get(UsersService).find(user);
        await app.get(QuotaBearers).move(tx, id, user);
        return { id };
      });
      context.answer({ id, quota_bearer_id: user });
    });
}

function shown({ id, title, ownerId, quotaBearerId, feedUrl, ownershipConfirmedAt, createdAt }: Podcast): object {
  return {
    id,
    title,
    owner_id: ownerId,
    quota_bearer_id: quotaBearerId,
    feed_url: feedUrl,
    ownership_confirmed: ownershipConfirmedAt !== null,
    created_at: createdAt,
  };
}
