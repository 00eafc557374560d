import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ApiError, Client, components } from '@app/client';
import { Option, type Command } from 'commander';
import { apiUrl, changeConfig, readConfig } from '../config.js';
import type { Context } from '../context.js';
import { FileError, Refused, UsageError } from '../failures.js';
import { command, EPISODE, PODCAST } from '../program/options.js';
import { progress } from '../terminal.js';

type Stock = components['schemas']['VideoStockResponse'];

const STOCK = '01a1fd59-06d0-715b-9e8f-454043023465';
const STATUSES = ['processing', 'ready', 'failed', 'matched', 'canceled'] as const;

export function addVideos(program: Command, context: Context): void {
  const example = `podcast video upload episode-12.mp4 --podcast ${PODCAST} --guid urn:tech-weekly:12`;
  const video = command(program, 'video', 'upload videos ahead of their episodes', example);
  command(video, 'upload <file>', 'upload a video and register it; called again after a break, it continues', `${example} --wait`)
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
    .action((file: string, options: UploadOptions) => upload(context, file, options));
  command(video, 'list', 'list videos', 'podcast video list --status failed')
    .option('--podcast <id>', 'only videos of this podcast')
    .addOption(new Option('--status <status>', 'only videos in this state').choices(STATUSES))
    .action(({ podcast, status }: ListOptions) => {
      const query = { podcast_id: podcast, status, first: 100 };
      return context.list((api) => api.items('/api/v1/video-stocks', { params: { query } }), STOCKS);
    });
  const canceling = 'cancel a video that has no episode; its seconds are given back';
  const unlinking = 'take a video from its episode; it is ready again, and not matched with that episode by itself';
  for (const [name, description] of [
    ['cancel', canceling],
    ['unlink', unlinking],
  ] as const)
    command(video, `${name} <stock>`, description, `podcast video ${name} ${STOCK}`).action((stock: string) =>
      context.tell((api) => api.POST(`/api/v1/video-stocks/{stock}/${name}`, { params: { path: { stock } }, body: {} }), describe),
    );
  command(video, 'link <stock> <episode>', 'link a video with an episode', `podcast video link ${STOCK} ${EPISODE}`).action(
    (stock: string, episode_id: string) =>
      context.tell((api) => api.POST('/api/v1/video-stocks/{stock}/link', { params: { path: { stock } }, body: { episode_id } }), describe),
  );
}

type UploadOptions = {
  readonly podcast: string;
  readonly guid?: string;
  readonly matchTitle?: string;
  readonly title?: string;
  readonly key?: string;
  /** The event to wait for: that the video has been read, or that it has its episode. */
  readonly wait?: 'ready' | 'match';
};

/** `video upload`: sends the file, continuing where a killed upload ended, and registers it for its episode. */
async function upload(context: Context, file: string, options: UploadOptions): Promise<void> {
  const found = await stat(file).catch((error: Error) => Promise.reject(new FileError(file, 'read', error)));
  const { size, mtimeMs } = found;
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`);
  if (size === 0) throw new UsageError(`${file} is empty.`);
  await access(file, constants.R_OK).catch((error: Error) => Promise.reject(new FileError(file, 'read', error)));
  const client = await context.client();
  const { env } = context;
  const { podcast, guid, matchTitle, title } = options;
  const registration = {
    podcast_id: podcast,
    client_key: options.key ?? keyOf(file, size, mtimeMs),
    ...(title === undefined ? {} : { title }),
    ...(guid === undefined && matchTitle === undefined ? {} : { match: { guid, title: matchTitle } }),
  };
  // The same file, unchanged, at the same API.
  const key = [await apiUrl(env), resolve(file), size, Math.floor(mtimeMs)].join(' ');
  const known = await registeredAs(client, registration);
  if (known) {
    await remember(context, key, undefined);
    return conclude(context, known, options);
  }
  let remembered: Promise<void> | undefined;
  const { id } = await client.upload(createReadStream(file), {
    filename: basename(file),
    contentType: typeOf(file),
    resume: (await readConfig(env)).uploads?.[key],
    onCreated: (created) => {
      remembered = remember(context, key, created);
      remembered.catch(() => undefined); // thrown below
    },
    onProgress: progress(context, basename(file)),
  });
  await remembered;
  const { data } = await client.POST('/api/v1/video-stocks', { body: { ...registration, upload_id: id } });
  await remember(context, key, undefined);
  await conclude(context, data.data, options);
}

async function conclude(context: Context, registered: Stock, { wait }: UploadOptions): Promise<void> {
  const client = await context.client();
  const stock = wait ? await client.until(registered, wait === 'match' ? 'matched' : 'ready') : registered;
  context.answer({ data: stock }, () => describe({ data: stock }));
  if (stock.status === 'failed') throw new Refused(`The video was refused: ${stock.failure?.message} [${stock.failure?.code}]`);
  if (wait && stock.status === 'canceled') throw new Refused('The video was canceled.');
}

type Registration = Omit<components['schemas']['CreateVideoStock'], 'upload_id'>;

/** An id that no upload has. */
const NO_UPLOAD = '00000000-0000-7000-8000-000000000000';

/**
 * The video that is registered with this key already: no byte of it is sent again. The API judges podcast and key
 * before the upload, so that a request without an upload tells.
 * @throws ApiError for a podcast that is unknown or someone else's, and for a key that another video has
 */
async function registeredAs(client: Client, { podcast_id, client_key, title, match }: Registration): Promise<Stock | undefined> {
  const body = { podcast_id, client_key, upload_id: NO_UPLOAD };
  const refused = await client.POST('/api/v1/video-stocks', { body }).then(
    () => undefined,
    (error: ApiError) => error,
  );
  if (refused?.code === 'upload_not_found') return undefined;
  if (refused?.code !== 'client_key_conflict') throw refused ?? new Error(`There is an upload ${NO_UPLOAD}`);
  const { data } = (await client.GET('/api/v1/video-stocks', { params: { query: { podcast_id, client_key } } })).data;
  const [stock] = data;
  if (stock && isSame(stock.title, title) && isSame(stock.match?.guid, match?.guid) && isSame(stock.match?.title, match?.title))
    return stock;
  throw refused;
}

function isSame(registered: string | null | undefined, asked: string | null | undefined): boolean {
  return (registered ?? null) === (asked ?? null);
}

async function remember({ env }: Context, key: string, id: string | undefined): Promise<void> {
  await changeConfig(env, (config) => {
    const { [key]: _, ...others } = config.uploads ?? {};
    return { ...config, uploads: id === undefined ? others : { ...others, [key]: id } };
  });
}

/** The same for the same file, so that the command can be repeated. */
function keyOf(file: string, size: number, mtimeMs: number): string {
  return `${basename(file)
    .replace(/[^A-Za-z0-9._:-]+/g, '-')
    .slice(0, 90)}:${size.toString(36)}:${Math.floor(mtimeMs).toString(36)}`;
}

function typeOf(file: string): string {
  return file.endsWith('.webm') ? 'video/webm' : file.endsWith('.mov') ? 'video/quicktime' : 'video/mp4';
}

type ListOptions = { readonly podcast?: string; readonly status?: Stock['status'] };

const STOCKS = {
  heading: ['ID', 'STATUS', 'REVISION', 'KEY', 'EPISODE'],
  row: (one: Stock) => [one.id, one.status, String(one.revision), one.client_key, one.matched_episode_id ?? '-'],
  empty: 'No videos.',
};

function describe({ data: { id, status, matched_episode_id } }: { readonly data: Stock }): string {
  return `${id}: ${status}${matched_episode_id ? ` with episode ${matched_episode_id}` : ''}\n`;
}
