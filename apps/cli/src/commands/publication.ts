import type { components } from '@app/client';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { UsageError } from '../failures.js';
import { command, PODCAST } from '../program/options.js';

type Publication = components['schemas']['PublicationResponse'];

export function addPublication(program: Command, context: Context): void {
  const showing = `podcast publication show ${PODCAST}`;
  const publication = command(program, 'publication', 'what of a podcast is public: feed, transcripts, chapters, videos', showing);
  command(publication, 'show <podcast>', 'show what is public, and the address of the feed', showing).action((podcast: string) =>
    context.tell((api) => api.GET('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } } }), describe),
  );
  const setting = `podcast publication set ${PODCAST} --public --count-downloads`;
  command(publication, 'set <podcast>', 'change what is public; what is not named stays', setting)
    .option('--public', 'publish the feed and the parts of published episodes')
    .option('--no-public', 'make all of it private')
    .option('--count-downloads', 'lead enclosures of the feed through the counting redirect')
    .option('--no-count-downloads', 'leave the enclosures of the feed as they are')
    .option('--language <tag>', 'the language of transcripts, such as en or pt-BR; none: as the feed says')
    .action((podcast: string, options: SetOptions, own: Command) => {
      // Commander gives --no-x a default of true; what was not said must stay as it is.
      const said = Object.fromEntries(Object.entries(options).filter(([name]) => own.getOptionValueSource(name) === 'cli'));
      return set(context, podcast, said);
    });
}

type SetOptions = { readonly public?: boolean; readonly countDownloads?: boolean; readonly language?: string };

/** `publication set`: changes what is named, and nothing else. */
function set(context: Context, podcast: string, { public: isPublic, countDownloads, language }: SetOptions): Promise<void> {
  if (isPublic === undefined && countDownloads === undefined && language === undefined)
    throw new UsageError('Name what to change: --public, --count-downloads or --language.');
  const body = { public: isPublic, count_downloads: countDownloads, language: language === 'none' ? null : language };
  return context.tell((api) => api.PUT('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } }, body }), describe);
}

function describe({ data: { public: isPublic, count_downloads, language, feed_url } }: { readonly data: Publication }): string {
  const words = [
    isPublic ? 'public' : 'not public',
    `downloads ${count_downloads ? 'counted' : 'not counted'} in the feed`,
    `language ${language ?? 'of the feed'}`,
  ];
  return `${words.join(', ')}\nfeed: ${feed_url ?? 'none: the podcast has no external feed'}\n`;
}
