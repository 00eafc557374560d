import type { EventData } from '@app/outbox';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { EntityManager } from 'typeorm';
import { httpUrl, notBlank, pointInTime, positiveSeconds } from '../arguments.js';
import { inTransaction, type CommandContext, type ModuleLoader } from '../context.js';
import { queueModules } from '../queues.js';

type EpisodeOptions = {
  podcast: string;
  title: string;
  guid?: string;
  publishedAt?: string;
  durationSeconds?: number;
  audioUrl?: string;
};

/** Stock changes too: a video may be waiting for the episode. */
const modules: ModuleLoader = async (environment) => [
  ...(await queueModules(environment)),
  (await import('@app/podcasts/services')).PodcastsModule,
  (await import('@app/video-stocks')).VideoStocksModule,
];

export function addEpisodeCommands(program: Command, context: CommandContext): void {
  program
    .command('episode')
    .description('episodes')
    .command('create')
    .description('make an episode; a video that waits for it is matched')
    .requiredOption('--podcast <id>', 'the podcast’s id')
    .requiredOption('--title <title>', 'the title', notBlank)
    .option('--guid <guid>', 'its guid in the feed', notBlank)
    .option('--published-at <time>', 'ISO 8601 with an offset; unpublished without it')
    .option('--duration-seconds <seconds>', 'how long it is', positiveSeconds)
    .option('--audio-url <url>', 'the audio file', httpUrl)
    .action(async (options: EpisodeOptions, command: Command) => {
      const { podcast, title, guid = null, durationSeconds = null, audioUrl = null } = options;
      const publishedAt =
        options.publishedAt === undefined ? null : await pointInTime(command, '--published-at <time>', options.publishedAt);
      const { EpisodesService, PodcastsService } = await import('@app/podcasts/services');
      const { StockChanges } = await import('@app/video-stocks');
      const { httpErrors } = await import('@app/http/errors');
      const { isId } = await import('@app/database');
      const made = await inTransaction(context, modules, async (tx, app) => {
        const held = isId(podcast) ? await app.get(PodcastsService).lock(tx, podcast) : null;
        if (!held) throw httpErrors.not_found('There is no such podcast.');
        const id = await app.get(EpisodesService).create(tx, { podcastId: podcast, title, guid, publishedAt, durationSeconds, audioUrl });
        await tellOf(tx, app, { id, podcast_id: podcast, guid, title, published_at: publishedAt?.toISOString() ?? null });
        return { id, matched: await app.get(StockChanges).match(tx, podcast, held.quotaBearerId) };
      });
      context.answer({
        id: made.id,
        podcast_id: podcast,
        title,
        guid,
        published_at: publishedAt,
        duration_seconds: durationSeconds,
        audio_url: audioUrl,
        stocks_matched: made.matched,
      });
    });
}

/** The events that a refetch writes which finds the episode (contract 18.3). */
async function tellOf(tx: EntityManager, app: INestApplicationContext, data: EventData<'episode.appeared'>): Promise<void> {
  const { audienceOf, EpisodesService } = await import('@app/podcasts/services');
  const { EventPublisher } = await import('@app/outbox');
  const audience = await audienceOf(tx, data.id);
  const isLater = await app.get(EpisodesService).awaitsPublication(tx, data.id);
  const types = isLater ? (['episode.appeared'] as const) : (['episode.appeared', 'episode.published'] as const);
  await app.get(EventPublisher).publish(tx, ...types.map((type) => ({ ...audience, type, data })));
}
