import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { EPISODE, example, PODCAST, STOCK } from './options.js';

export function addVideos(program: Command, context: Context): void {
  const video = program.command('video').description('upload videos ahead of their episodes');
  video.addHelpText('after', example(`podcast video upload episode-12.mp4 --podcast ${PODCAST} --guid urn:tech-weekly:12`));
  video
    .command('upload <file>')
    .description('upload a video and register it; called again after a break, it continues')
    .requiredOption('--podcast <id>', 'the podcast (required)')
    .option('--guid <guid>', 'the guid of the episode that it is for')
    .option('--match-title <title>', 'the title of the episode that it is for')
    .option('--title <title>', 'a title of its own')
    .option('--key <key>', 'your key, which makes a repetition the same video')
    .addOption(
      new Option('--wait [state]', 'wait until the video has been read (ready), or has its episode (match)')
        .choices(['ready', 'match'])
        .preset('ready'),
    )
    .addHelpText('after', example(`podcast video upload episode-12.mp4 --podcast ${PODCAST} --guid urn:tech-weekly:12 --wait`))
    .action(async (file: string, options: { podcast: string }) => (await import('../commands/videos.js')).upload(context, file, options));
  addStocks(video, context);
}

function addStocks(video: Command, context: Context): void {
  video
    .command('list')
    .description('list videos')
    .option('--podcast <id>', 'only videos of this podcast')
    .addOption(
      new Option('--status <status>', 'only videos in this state').choices(['processing', 'ready', 'failed', 'matched', 'canceled']),
    )
    .addHelpText('after', example('podcast video list --status failed'))
    .action(async (options: object) => (await import('../commands/videos.js')).list(context, options));
  video
    .command('cancel <stock>')
    .description('cancel a video that has no episode; its seconds are given back')
    .addHelpText('after', example(`podcast video cancel ${STOCK}`))
    .action(async (stock: string) => (await import('../commands/videos.js')).cancel(context, stock));
  video
    .command('link <stock> <episode>')
    .description('link a video with an episode')
    .addHelpText('after', example(`podcast video link ${STOCK} ${EPISODE}`))
    .action(async (stock: string, episode: string) => (await import('../commands/videos.js')).link(context, stock, episode));
  video
    .command('unlink <stock>')
    .description('take a video from its episode; it is ready again, and not matched with that episode by itself')
    .addHelpText('after', example(`podcast video unlink ${STOCK}`))
    .action(async (stock: string) => (await import('../commands/videos.js')).unlink(context, stock));
}
