import type { Command } from 'commander';
import { notBlank, wholeSeconds } from '../arguments.js';
import { addUserDataCommands } from './user-data.commands.js';
import { audited, inTransaction, type CommandContext } from '../context.js';

const accounts = async () => [(await import('@app/auth/services')).AuthModule];

export function addUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('users');
  user
    .command('create')
    .description('make a user')
    .requiredOption('--name <name>', 'what the user is called', notBlank)
    .option('--available-seconds <seconds>', 'the whole video allowance', wholeSeconds, 0)
    .action(async ({ name, availableSeconds }: { name: string; availableSeconds: number }) => {
      const { UsersService } = await import('@app/auth/services');
      const { id } = await inTransaction(context, accounts, async (tx, app) => ({
        id: await app.get(UsersService).create(tx, { name, availableSeconds }),
      }));
      context.answer({ id, name, available_seconds: availableSeconds });
    });
  user
    .command('list')
    .description('all users, in order of creation')
    .action(async () => {
      const { UsersService } = await import('@app/auth/services');
      const users = await (await audited(context, accounts)).get(UsersService).list();
      const shown = users.map(({ id, name, availableSeconds, createdAt }) => {
        return { id, name, available_seconds: availableSeconds, created_at: createdAt };
      });
      context.answer({ users: shown });
    });
  addSetAllowance(user, context);
  addUserDataCommands(user, context);
}

function addSetAllowance(user: Command, context: CommandContext): void {
  user
    .command('set-allowance')
    .description('replace the whole video allowance of a user')
    .argument('<id>', 'the user’s id')
    .argument('<seconds>', 'whole seconds; what is used already stays used', wholeSeconds)
    .action(async (id: string, seconds: number) => {
      const { UsersService } = await import('@app/auth/services');
      await inTransaction(context, accounts, async (tx, app) => {
        await app.get(UsersService).setAllowance(tx, id, seconds);
        return { id };
      });
      context.answer({ id, available_seconds: seconds });
    });
}
