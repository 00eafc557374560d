import type { Command } from 'commander';
import { apiUrl, baseUrlOf } from '../config.js';
import type { Context } from '../context.js';
import { duration, example, PARTS, PODCAST, positive, severalOf, type Part } from './options.js';

export function addAccount(program: Command, context: Context): void {
  const urlOf = (api: string | undefined) => (api === undefined ? apiUrl(context.env) : Promise.resolve(baseUrlOf(api)));
  program
    .command('login')
    .description('read a token from stdin, try it and store it for this API')
    .option('--api <url>', 'base URL of the API')
    .addHelpText('after', example('podcast login --api https://api.example.com'))
    .action(async ({ api }: { api?: string }) => (await import('../commands/account.js')).login(context, await urlOf(api)));
  program
    .command('logout')
    .description('forget the token of this API; it is not revoked')
    .option('--api <url>', 'base URL of the API')
    .addHelpText('after', example('podcast logout'))
    .action(async ({ api }: { api?: string }) => (await import('../commands/account.js')).logout(context, await urlOf(api)));
  program
    .command('whoami')
    .description('show the API, and what the token may do there')
    .addHelpText('after', example('podcast whoami'))
    .action(async () => (await import('../commands/account.js')).whoami(context));
}

export function addReleases(program: Command, context: Context): void {
  program
    .command('podcasts')
    .description('list your podcasts')
    .addHelpText('after', example('podcast podcasts'))
    .action(async () => (await import('../commands/account.js')).podcasts(context));
  program
    .command('episodes <podcast>')
    .description('list episodes and what each still lacks')
    .option('--missing <parts>', `only episodes that lack all of these: ${PARTS.join(', ')}; separated by commas`, severalOf(PARTS))
    .option('--guid <guid>', 'only the episode with this guid')
    .option('--limit <count>', 'the largest number of episodes', positive, 50)
    .addHelpText('after', example(`podcast episodes ${PODCAST} --missing transcript`))
    .action(async (podcast: string, options: { missing?: Part[]; guid?: string; limit: number }) =>
      (await import('../commands/account.js')).episodes(context, podcast, options),
    );
  const release = program.command('release').description('what the next releases still lack');
  release.addHelpText('after', example(`podcast release check --podcast ${PODCAST}`));
  release
    .command('check')
    .description('exit with 1 when an unpublished or due episode lacks something, and name it')
    .requiredOption('--podcast <id>', 'the podcast (required)')
    .option('--within <time>', 'leave out episodes that are due later, such as 7d or 12h', duration)
    .option('--require <parts>', `what an episode needs: ${PARTS.join(', ')}; separated by commas`, severalOf(PARTS, PARTS), PARTS)
    .addHelpText('after', example(`podcast release check --podcast ${PODCAST} --within 7d --require transcript,chapters`))
    .action(async (options: { podcast: string; within?: number; require: Part[] }) =>
      (await import('../commands/releases.js')).checkRelease(context, options),
    );
}
