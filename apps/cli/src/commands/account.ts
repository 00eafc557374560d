import { changeConfig, checkedToken, configFile } from '../config.js';
import { listing, take, type Context } from '../context.js';
import { UsageError } from '../failures.js';
import { readBytes } from '../files.js';
import type { Terminal } from '../terminal.js';

/** `login`: reads a token from stdin, tries it, and keeps it in a file that the user alone can read. */
export async function login(terminal: Terminal, api: string): Promise<void> {
  if (terminal.isTyped) terminal.err('Paste the token, then press Enter and Ctrl-D:\n');
  const text = Buffer.from(await readBytes('-', terminal)).toString('utf8');
  if (!text.trim()) throw new UsageError('There was no token on stdin: podcast login < token.txt');
  const token = checkedToken(text);
  const { createClient } = await import('@app/client');
  const { data } = await createClient({ baseUrl: api, token }).GET('/api/v1/token');
  await changeConfig(terminal.env, (config) => ({ ...config, api, token }));
  const permissions = data.data.permissions.join(', ') || 'none';
  terminal.err(`Stored in ${configFile(terminal.env)}: permissions ${permissions}, expires ${data.data.expires_at ?? 'never'}.\n`);
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
