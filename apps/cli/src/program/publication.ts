import type { Command } from 'commander';
import type { Context } from '../context.js';
import { example, PODCAST } from './options.js';

export function addPublication(program: Command, context: Context): void {
  const publication = program.command('publication').description('what of a podcast is public: feed, transcripts, chapters, videos');
  publication.addHelpText('after', example(`podcast publication show ${PODCAST}`));
  publication
    .command('show <podcast>')
    .description('show what is public, and the address of the feed')
    .addHelpText('after', example(`podcast publication show ${PODCAST}`))
    .action(async (podcast: string) => (await import('../commands/publication.js')).show(context, podcast));
  publication
    .command('set <podcast>')
    .description('change what is public; what is not named stays')
    .option('--public', 'publish the feed and the parts of published episodes')
    .option('--no-public', 'make all of it private')
    .option('--count-downloads', 'lead enclosures of the feed through the counting redirect')
    .option('--no-count-downloads', 'leave the enclosures of the feed as they are')
    .option('--language <tag>', 'the language of transcripts, such as en or pt-BR; none: as the feed says')
    .addHelpText('after', example(`podcast publication set ${PODCAST} --public --count-downloads`))
    .action(async (podcast: string, options: object, command: Command) => {
      // Commander gives --no-x a default of true; what was not said must stay as it is.
      const said = Object.fromEntries(Object.entries(options).filter(([name]) => command.getOptionValueSource(name) === 'cli'));
      return (await import('../commands/publication.js')).set(context, podcast, said);
    });
}
