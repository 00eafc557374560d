import type { Command } from 'commander';
import type { Context } from '../context.js';
import { example, positive, severalOf } from './options.js';

const TOKEN = '01a1fc5d-f8a0-7b1c-9d2e-3f4a5b6c7d8e';
const PERMISSIONS = ['read', 'update', 'delete'] as const;
type Permission = (typeof PERMISSIONS)[number];

export function addTokens(program: Command, context: Context): void {
  const token = program.command('token').description('your own tokens');
  token.addHelpText('after', example('podcast token list'));
  token
    .command('list')
    .description('list your living tokens')
    .addHelpText('after', example('podcast token list'))
    .action(async () => (await import('../commands/tokens.js')).list(context));
  token
    .command('create')
    .description('make a token, whose secret is shown this once')
    .requiredOption('--label <label>', 'what it is for (required)')
    .requiredOption(
      '--permission <permissions>',
      `what it may do: ${PERMISSIONS.join(', ')}; separated by commas (required)`,
      severalOf(PERMISSIONS),
    )
    .option('--expires-in-days <days>', 'when it ends; with your own token unless given', positive)
    .addHelpText('after', example('podcast token create --label "release script" --permission read,update --expires-in-days 90'))
    .action(async (options: { label: string; permission: Permission[]; expiresInDays?: number }) =>
      (await import('../commands/tokens.js')).create(context, options),
    );
  token
    .command('rotate <token>')
    .description('give a token a new secret, which is shown this once')
    .option('--overlap-seconds <seconds>', 'how long the old secret goes on; it ends at once unless given', positive)
    .addHelpText('after', example(`podcast token rotate ${TOKEN} --overlap-seconds 3600`))
    .action(async (id: string, options: { overlapSeconds?: number }) =>
      (await import('../commands/tokens.js')).rotate(context, id, options),
    );
  token
    .command('revoke <token>')
    .description('end a token, and every token that it has made')
    .addHelpText('after', example(`podcast token revoke ${TOKEN}`))
    .action(async (id: string) => (await import('../commands/tokens.js')).revoke(context, id));
}
