import type { ApiToken, Permission } from '@app/auth/services';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { fromNow } from '../arguments.js';
import { audited, databaseOf, type CommandContext, type ModuleLoader } from '../context.js';
import { queueModules } from '../queues.js';

/** The permissions of @app/auth by name: importing the lib for them would slow down every command. */
const PERMISSIONS = ['read', 'update', 'delete'] as const satisfies readonly Permission[];

type TokenOptions = { user: string; permission: Permission[]; expiresIn?: Date | null; label?: string | null };

/** With the publisher: a token that is made or ended is an event of its user (contract 18.3). */
const accounts: ModuleLoader = async (environment) => [
  ...(await queueModules(environment)),
  (await import('@app/auth/services')).AuthModule,
  (await import('@app/outbox')).OutboxModule,
];

export function addTokenCommands(program: Command, context: CommandContext): void {
  const token = program.command('token').description('API tokens');
  addCreate(token, context);
  addListAndRevoke(token, context);
}

function addCreate(token: Command, context: CommandContext): void {
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
      const { TokensService, UsersService } = await import('@app/auth/services');
      const app = await context.start(accounts); // the service writes the audit entry
      await app.get(UsersService).find(userId);
      const made = await (
        await databaseOf(app)
      ).transaction((tx) => app.get(TokensService).create(tx, { userId, permissions: permission, expiresAt, label }));
      context.answer({ ...made, user_id: userId, permissions: permission, label, expires_at: expiresAt });
    });
}

function addListAndRevoke(token: Command, context: CommandContext): void {
  token
    .command('list')
    .description('the tokens of a user, without the tokens themselves')
    .requiredOption('--user <id>', 'whose tokens')
    .action(async ({ user: userId }: { user: string }) => {
      const { TokensService, UsersService } = await import('@app/auth/services');
      const app = await audited(context, accounts);
      await app.get(UsersService).find(userId);
      context.answer({ tokens: (await app.get(TokensService).ofUser(userId)).map(shown) });
    });
  token
    .command('revoke')
    .description('end a token, and those made by it, from their next request on')
    .argument('<id>', 'the token’s id, not the token')
    .action(async (id: string) => {
      const { TokensService } = await import('@app/auth/services');
      await (await context.start(accounts)).get(TokensService).end(id, null); // writes the audit entry
      context.answer({ id, revoked: true });
    });
}

function shown({ id, label, permissions, createdAt, createdBy, expiresAt, lastUsedAt, endedAt }: ApiToken): object {
  return {
    id,
    label,
    permissions,
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: endedAt?.getTime() === expiresAt?.getTime() ? null : endedAt,
    last_used_at: lastUsedAt,
    created_by: createdBy,
  };
}

function several(value: string, before: Permission[]): Permission[] {
  const permission = PERMISSIONS.find((one) => one === value);
  if (!permission) throw new InvalidArgumentError(`It must be one of ${PERMISSIONS.join(', ')}.`);
  return [...new Set([...before, permission])];
}
