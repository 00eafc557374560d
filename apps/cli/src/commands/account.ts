import type { components } from '@app/client';
import { changeConfig, checkedToken, configFile, connectionOf, mustBePrivate, originOf, readConfig } from '../config.js';
import { listing, take, type Context } from '../context.js';
import { UsageError } from '../failures.js';
import { readBytes } from '../files.js';

/** `login`: reads a token from stdin, tries it, and keeps it for this origin in a file that the user alone can read. */
export async function login(context: Context, api: string): Promise<void> {
  mustBePrivate(api, context.env);
  if (context.isTyped) context.err('Paste the token, then press Enter and Ctrl-D:\n');
  const text = Buffer.from(await readBytes('-', context)).toString('utf8');
  if (!text.trim()) throw new UsageError('There was no token on stdin: podcast login < token.txt');
  const token = checkedToken(text);
  const { createClient } = await import('@app/client');
  const { data } = await createClient({ baseUrl: api, token }).GET('/api/v1/token');
  await changeConfig(context.env, (config) => ({ ...config, api, tokens: { ...config.tokens, [originOf(api)]: token } }));
  context.err(`Stored in ${configFile(context.env)}: ${describe(data.data)}.\n`);
  if (context.isJson()) context.answer({ ...data, api }, () => '');
}

/** `logout`: forgets the token of the API. It is not revoked. */
export async function logout(context: Context, api: string): Promise<void> {
  const origin = originOf(api);
  const { tokens: { [origin]: stored, ...tokens } = {} } = await readConfig(context.env);
  if (stored !== undefined) await changeConfig(context.env, (config) => ({ ...config, tokens }));
  const isInEnv = context.env['PODCAST_TOKEN'] ? ' PODCAST_TOKEN is still set.' : '';
  const words = stored === undefined ? `There was no token for ${origin}.` : `Forgot the token for ${origin}; it is still valid.`;
  context.answer({ data: { origin, forgotten: stored !== undefined } }, () => `${words}${isInEnv}\n`);
}

/** `whoami`: the API, and what the token may do there. */
export async function whoami(context: Context): Promise<void> {
  const { baseUrl } = await connectionOf(context.env);
  const client = await context.client();
  const { data } = await client.GET('/api/v1/token');
  context.answer({ ...data, api: baseUrl }, () => `${data.data.label ?? data.data.id} at ${baseUrl}: ${describe(data.data)}\n`);
}

function describe({ permissions, expires_at }: components['schemas']['TokenResponse']): string {
  return `permissions ${permissions.join(', ') || 'none'}, expires ${expires_at ?? 'never'}`;
}

export async function podcasts(context: Context): Promise<void> {
  const client = await context.client();
  const data = await take(client.items('/api/v1/podcasts', { params: { query: { first: 100 } } }));
  context.answer({ data }, () =>
    listing(
      ['ID', 'TITLE'],
      data.map(({ id, title }) => [id, title]),
      'No podcasts.',
    ),
  );
}

export type EpisodeOptions = {
  readonly missing?: readonly ('transcript' | 'chapters' | 'video')[];
  readonly guid?: string;
  readonly limit: number;
};

export async function episodes(context: Context, podcast: string, { missing, guid, limit }: EpisodeOptions): Promise<void> {
  const client = await context.client();
  const query = { missing, guid, first: Math.min(limit, 100) };
  const data = await take(client.items('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query } }), limit);
  context.answer({ data }, () => {
    const rows = data.map(({ id, published_at, missing: lacks, title }) => [
      id,
      published_at?.slice(0, 10) ?? 'unpublished',
      lacks.join(',') || '-',
      title,
    ]);
    return listing(['ID', 'PUBLISHED', 'MISSING', 'TITLE'], rows, 'No episodes.');
  });
}
