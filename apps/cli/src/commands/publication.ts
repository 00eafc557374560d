import type { components } from '@app/client';
import type { Context } from '../context.js';
import { UsageError } from '../failures.js';

type Publication = components['schemas']['PublicationResponse'];

export async function show(context: Context, podcast: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.GET('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } } });
  context.answer(data, () => describe(data.data));
}

export type SetOptions = { readonly public?: boolean; readonly countDownloads?: boolean; readonly language?: string };

/** `publication set`: changes what is named, and nothing else. */
export async function set(context: Context, podcast: string, { public: isPublic, countDownloads, language }: SetOptions): Promise<void> {
  if (isPublic === undefined && countDownloads === undefined && language === undefined)
    throw new UsageError('Name what to change: --public, --count-downloads or --language.');
  const body = { public: isPublic, count_downloads: countDownloads, language: language === 'none' ? null : language };
  const client = await context.client();
  const { data } = await client.PUT('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } }, body });
  context.answer(data, () => describe(data.data));
}

function describe({ public: isPublic, count_downloads, language, feed_url }: Publication): string {
  const words = [
    isPublic ? 'public' : 'not public',
    `downloads ${count_downloads ? 'counted' : 'not counted'} in the feed`,
    `language ${language ?? 'of the feed'}`,
  ];
  return `${words.join(', ')}\nfeed: ${feed_url ?? 'none: the podcast has no external feed'}\n`;
}
