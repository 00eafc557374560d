import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './failures.js';
import type { Terminal } from './terminal.js';

type Env = Terminal['env'];

/** The state that the command keeps between its runs. */
export type Config = {
  readonly api?: string;
  /** By the origin that each was stored for: none is sent to another one. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** Uploads that were begun and not ended. */
  readonly uploads?: Readonly<Record<string, string>>;
  /** Cursors at which `events --follow` goes on, by origin, token and types. */
  readonly positions?: Readonly<Record<string, string>>;
};

/** Where requests go, and with which token. */
export type Connection = { readonly baseUrl: string; readonly token: string };

const DEFAULT_API = 'http://127.0.0.1:3000';

export function configFile(env: Env): string {
  if (env['PODCAST_CONFIG']) return env['PODCAST_CONFIG'];
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'podcast', 'config.json');
}

export async function readConfig(env: Env): Promise<Config> {
  const file = configFile(env);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  try {
    return upToDate(JSON.parse(text) as Config & { readonly token?: string });
  } catch {
    throw new UsageError(`${file} is not JSON: mend or delete it.`);
  }
}

/** Versions up to 0.2 kept one token, which belongs to the API at `api`. */
function upToDate({ token, ...config }: Config & { readonly token?: string }): Config {
  return token && config.api && !config.tokens ? { ...config, tokens: { [originOf(config.api)]: token } } : config;
}

/** Writes the file with mode 0600, whole or not at all. */
export async function changeConfig(env: Env, change: (config: Config) => Config): Promise<void> {
  const file = configFile(env);
  const changed = change(await readConfig(env));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, file);
}

export async function apiUrl(env: Env): Promise<string> {
  return baseUrlOf(env['PODCAST_API'] || (await readConfig(env)).api || DEFAULT_API);
}

/** A base URL as people write it, without what every path begins with. @throws UsageError */
export function baseUrlOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError(`The base URL ${url} is not an http or https URL.`);
  return url.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v1$/, '');
}

export function originOf(url: string): string {
  return new URL(url).origin;
}

/** @throws UsageError when there is no token for the API, or when it would travel in the clear */
export async function connectionOf(env: Env): Promise<Connection> {
  const baseUrl = await apiUrl(env);
  const token = env['PODCAST_TOKEN'] || (await readConfig(env)).tokens?.[originOf(baseUrl)];
  if (!token) throw new UsageError(`There is no token for ${originOf(baseUrl)}: set PODCAST_TOKEN, or run podcast login.`);
  mustBePrivate(baseUrl, env);
  return { baseUrl, token: checkedToken(token) };
}

/** Everybody on the way can read plain http, unless it goes to this machine. @throws UsageError */
export function mustBePrivate(baseUrl: string, env: Env): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return;
  if (env['PODCAST_ALLOW_HTTP'] === '1') return;
  throw new UsageError(`${baseUrl} would get the token unencrypted: use https, or set PODCAST_ALLOW_HTTP=1 in a network that you trust.`);
}

/** Refuses characters that a header cannot have: the error of `fetch` would print the token. @throws UsageError */
export function checkedToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The token has characters that no token has: copy it again.');
  return token;
}
