import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './failures.js';
import type { Terminal } from './terminal.js';

type Env = Terminal['env'];

/** What `podcast login` keeps, and uploads that were begun and not ended. */
export type Config = {
  readonly api?: string;
  readonly token?: string;
  readonly uploads?: Readonly<Record<string, string>>;
};

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
    return JSON.parse(text) as Config;
  } catch {
    throw new UsageError(`${file} is not JSON: mend or delete it.`);
  }
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
  return url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

/** @throws UsageError when there is no token */
export async function apiToken(env: Env): Promise<string> {
  const token = env['PODCAST_TOKEN'] || (await readConfig(env)).token;
  if (!token) throw new UsageError('There is no token: set PODCAST_TOKEN, or run podcast login.');
  return checkedToken(token);
}

/** What cannot stand in a header is refused here: the error of `fetch` would print the token. @throws UsageError */
export function checkedToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The token has characters that no token has: copy it again.');
  return token;
}
