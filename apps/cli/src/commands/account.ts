import type { components } from '@app/client';
import type { Command } from 'commander';
import { apiUrl, baseUrlOf, changeConfig, checkedToken, configFile, connectionOf, mustBePrivate, originOf, readConfig } from '../config.js';
import type { Context } from '../context.js';
import { UsageError } from '../failures.js';
import { readBytes } from '../files.js';
import { command } from '../program/options.js';

export function addAccount(program: Command, context: Context): void {
  const urlOf = (api: string | undefined) => (api === undefined ? apiUrl(context.env) : Promise.resolve(baseUrlOf(api)));
  command(program, 'login', 'read a token from stdin, try it and store it for this API', 'podcast login --api https://api.example.com')
    .option('--api <url>', 'base URL of the API')
    .action(async ({ api }: { api?: string }) => login(context, await urlOf(api)));
  command(program, 'logout', 'forget the token of this API; it is not revoked', 'podcast logout')
    .option('--api <url>', 'base URL of the API')
    .action(async ({ api }: { api?: string }) => logout(context, await urlOf(api)));
  command(program, 'whoami', 'show the API, and what the token may do there', 'podcast whoami').action(() => whoami(context));
}

/** `login`: reads a token from stdin, tries it, and keeps it for this origin in a file that the user alone can read. */
async function login(context: Context, api: string): Promise<void> {
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
async function logout(context: Context, api: string): Promise<void> {
  const origin = originOf(api);
  const { tokens: { [origin]: stored, ...tokens } = {} } = await readConfig(context.env);
  if (stored !== undefined) await changeConfig(context.env, (config) => ({ ...config, tokens }));
  const isInEnv = context.env['PODCAST_TOKEN'] ? ' PODCAST_TOKEN is still set.' : '';
  const words = stored === undefined ? `There was no token for ${origin}.` : `Forgot the token for ${origin}; it is still valid.`;
  context.answer({ data: { origin, forgotten: stored !== undefined } }, () => `${words}${isInEnv}\n`);
}

/** `whoami`: the API, and what the token may do there. */
async function whoami(context: Context): Promise<void> {
  const { baseUrl } = await connectionOf(context.env);
  const { data } = (await (await context.client()).GET('/api/v1/token')).data;
  context.answer({ data, api: baseUrl }, () => `${data.label ?? data.id} at ${baseUrl}: ${describe(data)}\n`);
}

function describe({ permissions, expires_at }: components['schemas']['TokenResponse']): string {
  return `permissions ${permissions.join(', ') || 'none'}, expires ${expires_at ?? 'never'}`;
}
