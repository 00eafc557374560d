import type { Command } from 'commander';
import { atMost, pointInTime } from '../arguments.js';
import { audited, type CommandContext } from '../context.js';

type AuditOptions = { actor?: string; target?: string; since?: string; limit: number };

const SINCE = '--since <time>';

export function addAuditCommands(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description('who did what, kept for a year')
    .command('list')
    .description('commands, and changes of tokens, destinations and publication, newest first')
    .option('--actor <actor>', '“operator”, or the id of a token')
    .option('--target <id>', 'the id of what was changed')
    .option(SINCE, 'ISO 8601 with an offset')
    .option('--limit <n>', 'entries, at most 10,000', atMost(10_000), 1000)
    .action(async ({ since, ...filter }: AuditOptions, command: Command) => {
      const from = since === undefined ? undefined : await pointInTime(command, SINCE, since);
      const { AuditQueries, AuthModule } = await import('@app/auth/services');
      const app = await audited(context, () => Promise.resolve([AuthModule]));
      const entries = await app.get(AuditQueries).list({ ...filter, since: from });
      context.answer({ entries: entries.map(({ at, actor, action, target }) => ({ at, actor, action, target })) });
    });
}
