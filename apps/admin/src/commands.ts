import { readFile } from 'node:fs/promises';
import { RollUps } from '@app/analytics';
import { PERMISSIONS, TokensService, UsersService, type ApiToken, type Permission } from '@app/auth';
import { ListenerExpiry } from '@app/downloads';
import { FixturesService, readInstant } from '@app/fixtures';
import { Env, migrate, type Environment } from '@app/platform';
import { PodcastsService } from '@app/podcasts';
import { DeliveriesService, EndpointsService, Retention } from '@app/webhooks';
import type { INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { DataSource } from 'typeorm';
import { persistence } from '@app/product';

/** What the commands need: services are made only for a command that asks for them. */
export type Surroundings = {
  readonly environment: () => Environment;
  readonly services: () => Promise<INestApplicationContext>;
  /** Writes the one JSON answer of a command. */
  readonly answer: (value: object) => void;
};

/** The operator's CLI (decisions 1). */
export function commands({ environment: loaded, services, answer }: Surroundings): Command {
  const program = new Command('admin')
    .description('The operator’s commands. Each answers with JSON on stdout; errors go to stderr with exit status 1.')
    .showHelpAfterError('(--help shows the commands)');
  const transaction = async <T>(work: (tx: DataSource['manager'], app: INestApplicationContext) => Promise<T>): Promise<T> => {
    const app = await services();
    return app.get<DataSource>(getDataSourceToken()).transaction((tx) => work(tx, app));
  };

  program
    .command('migrate')
    .description('bring the database’s schema up to date')
    .action(async () => answer({ applied: await migrate(loaded().get(Env).DATABASE_URL, persistence) }));

  const environment = program.command('env').description('the environment variables');
  environment
    .command('check')
    .description('judge the environment variables as api and worker do')
    .action(() => {
      loaded();
      answer({ ok: true });
    });

  const fixtures = program.command('fixtures').description('test and demo data');
  fixtures
    .command('load')
    .argument('<file>', 'a fixtures file (JSON)')
    .description('load a file, all or nothing, and say which ids and tokens its keys became')
    .action(async (file: string) => answer(await (await services()).get(FixturesService).load(await readFile(file))));

  const user = program.command('user').description('users');
  user
    .command('create')
    .requiredOption('--name <name>', 'what the user is called', notBlank)
    .option('--available-seconds <seconds>', 'the whole video allowance', wholeNumber, 0)
    .action(async ({ name, availableSeconds }: { name: string; availableSeconds: number }) => {
      const id = await transaction((tx, app) => app.get(UsersService).create(tx, { name, availableSeconds }));
      answer({ id, name, available_seconds: availableSeconds });
    });

  const token = program.command('token').description('API tokens');
  token
    .command('create')
    .description('make a token; it is shown this once')
    .requiredOption('--user <id>', 'whose token it is')
    .addOption(
      new Option('--permission <permission>', 'may be given several times')
        .choices(PERMISSIONS)
        .argParser(several)
        .default([] as Permission[], 'none'),
    )
    .option('--expires-in <time>', 'such as 12h, 30d or 52w; never without it', fromNow)
    .option('--label <label>', 'what it is for')
    .action(async ({ user: userId, permission, expiresIn: expiresAt = null, label = null }: TokenOptions) => {
      const made = await transaction(async (tx, app) => {
        await app.get(UsersService).find(userId);
        return app.get(TokensService).create(tx, { userId, permissions: permission, expiresAt, label });
      });
      answer({ ...made, user_id: userId, permissions: permission, label, expires_at: expiresAt?.toISOString() ?? null });
    });
  token
    .command('list')
    .requiredOption('--user <id>', 'whose tokens')
    .action(async ({ user: userId }: { user: string }) => {
      const app = await services();
      await app.get(UsersService).find(userId);
      answer({ tokens: (await app.get(TokensService).ofUser(userId)).map(shown) });
    });
  token
    .command('revoke')
    .argument('<id>', 'the token’s id, not the token')
    .action(async (id: string) => {
      await (await services()).get(TokensService).revoke(id);
      answer({ id, revoked: true });
    });

  const podcast = program.command('podcast').description('podcasts');
  podcast
    .command('create')
    .requiredOption('--title <title>', 'the title', notBlank)
    .requiredOption('--owner <user>', 'id of the user who owns it; the ownership is not confirmed yet')
    .option('--feed-url <url>', 'an external RSS feed', httpUrl)
    .option('--quota-bearer <user>', 'id of the user whose video quota it uses; the owner without it')
    .action(async ({ title, owner, feedUrl = null, quotaBearer = owner }: PodcastOptions) => {
      const id = await transaction(async (tx, app) => {
        await app.get(UsersService).find(owner);
        await app.get(UsersService).find(quotaBearer);
        return app.get(PodcastsService).create(tx, { title, ownerId: owner, quotaBearerId: quotaBearer, feedUrl });
      });
      answer({ id, title, owner_id: owner, quota_bearer_id: quotaBearer, feed_url: feedUrl, ownership_confirmed: false });
    });
  podcast
    .command('confirm-ownership')
    .argument('<id>', 'the podcast’s id')
    .action(async (id: string) => {
      await (await services()).get(PodcastsService).confirmOwnership(id);
      answer({ id, ownership_confirmed: true });
    });

  program
    .command('delivery')
    .description('webhook deliveries')
    .command('redeliver')
    .argument('<id>', 'the delivery’s id')
    .description('one more attempt of the same event, also after it has failed')
    .action(async (id: string) => {
      const { attempts } = await (await services()).get(DeliveriesService).redeliver(id);
      answer({ id, status: 'queued', attempts });
    });

  program
    .command('secrets')
    .description('what is sealed at rest')
    .command('reseal')
    .description('seal anew with ENCRYPTION_KEY what one of ENCRYPTION_PREVIOUS_KEYS has sealed')
    .action(async () => answer(await (await services()).get(EndpointsService).reseal()));

  program
    .command('retention')
    .description('what is kept for a time')
    .command('run')
    .option('--now <time>', 'as if it were this time (ISO 8601 with an offset)', pointInTime)
    .description('delete finished deliveries that are older than RETENTION_DAYS')
    .action(async ({ now = new Date() }: { now?: Date }) => {
      const deliveries = await (await services()).get(Retention).run(now);
      answer({ deleted: { deliveries } });
    });

  program
    .command('analytics')
    .description('figures of downloads')
    .command('keep-up')
    .option('--now <time>', 'as if it were this time (ISO 8601 with an offset)', pointInTime)
    .description('roll up the days that are over, and forget what counting needs no more; the worker does it every hour')
    .action(async ({ now = new Date() }: { now?: Date }) => {
      const features = await services();
      const deleted = await features.get(ListenerExpiry).run(now);
      answer({ rolled_up: await features.get(RollUps).run(now), deleted });
    });

  return program;
}

type TokenOptions = { user: string; permission: Permission[]; expiresIn?: Date | null; label?: string | null };
type PodcastOptions = { title: string; owner: string; feedUrl?: string | null; quotaBearer?: string };

function shown({ id, label, permissions, createdAt, expiresAt, revokedAt }: ApiToken): object {
  return {
    id,
    label,
    permissions,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

function several(value: string, before: Permission[]): Permission[] {
  if (!(PERMISSIONS as readonly string[]).includes(value)) throw new InvalidArgumentError(`It must be one of ${PERMISSIONS.join(', ')}.`);
  return [...new Set([...before, value as Permission])];
}

function notBlank(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return value;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(value);
}

/** @returns the URL as it is understood: what was typed may have spaces in it */
function httpUrl(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new InvalidArgumentError('It must be an http or https URL.');
  return url.href;
}

function pointInTime(value: string): Date {
  const time = readInstant(value);
  if (!time) throw new InvalidArgumentError('It must be a time of the calendar in ISO 8601 with an offset, such as 2026-11-21T08:00:00Z.');
  return time;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The last moment that has four digits for its year, as date-times of the API have. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** @returns when so much time is over */
function fromNow(value: string): Date {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(value) ?? [];
  if (amount === undefined || unit === undefined || Number(amount) === 0)
    throw new InvalidArgumentError('It must be a number and s, m, h, d or w, such as 30d.');
  const end = Date.now() + Number(amount) * (UNITS[unit] ?? 0);
  if (end > LAST_MOMENT) throw new InvalidArgumentError('It must be over by the end of the year 9999.');
  return new Date(end);
}
