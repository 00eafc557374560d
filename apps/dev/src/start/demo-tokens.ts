import { readFileSync } from 'node:fs';
import { demoTokensFile } from '../data-dir.ts';
import { DEV_MAIN } from '../workspace.ts';
import { runAdminCommand } from './admin-command.ts';
import { baseUrl } from './ports.ts';
import type { Supervised } from './supervisor.ts';

/** Key of the demo episode that a newcomer uploads a transcript to. */
const DEMO_EPISODE = 'undo-is-a-promise';

const ANSWER_TIMEOUT_MS = 5000;

export type DemoTokens = { readonly token: string; readonly readOnlyToken: string; readonly episode: string };

type Noted = { readonly token?: string; readonly read_only_token?: string; readonly episodes?: Readonly<Record<string, string>> };

/**
 * The demo tokens of an earlier start if they still work, else those of `fixtures demo`, which loads the demo data into
 * an empty database. Asking the api first saves a second. A first start loads the data while the
 * processes start, which shortens it by a tenth.
 *
 * @returns undefined if the database has other users than the demo's
 */
export async function findDemoTokens(dir: string, api: Supervised, signal: AbortSignal): Promise<DemoTokens | undefined> {
  const noted = readNoted(dir);
  if (noted && (await areAccepted((await api.ready).port, [noted.token, noted.readOnlyToken]))) return noted;
  return parse(await runAdminCommand(['fixtures', 'demo', '--tokens', demoTokensFile(dir)], signal, DEV_MAIN));
}

function readNoted(dir: string): DemoTokens | undefined {
  try {
    return parse(readFileSync(demoTokensFile(dir), 'utf8'));
  } catch {
    return undefined; // none yet, or damaged
  }
}

function parse(text: string): DemoTokens | undefined {
  const { token, read_only_token: readOnlyToken, episodes } = JSON.parse(text) as Noted;
  const episode = episodes?.[DEMO_EPISODE];
  return token && readOnlyToken && episode ? { token, readOnlyToken, episode } : undefined;
}

async function areAccepted(port: number, tokens: readonly string[]): Promise<boolean> {
  const isAccepted = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${baseUrl(port)}/api/v1/token`, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })).ok;
  };
  return (await Promise.all(tokens.map((token) => isAccepted(token).catch(() => false)))).every(Boolean);
}
