import { readFile, rename, writeFile } from 'node:fs/promises';
import { TokensService, UsersService, type Permission } from '@app/auth/services';
import { FixturesService } from '@app/fixtures';
import { AppError } from '@app/http/errors';
import type { INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { demoFixtures } from './demo.ts';

/** The name under which the demo data is remembered. */
const DEMO = 'demo';

type Tokens = { readonly token?: string | undefined; readonly read_only_token?: string | undefined };

/**
 * Loads the demo data into an empty database. Where that was done before, its user gets tokens again, since nobody has
 * those of then: a start may end between the loading and the noting, and another one may keep its notes elsewhere.
 *
 * @param file where tokens are noted, for their owner alone: those that still work are given again
 * @returns the command's answer; without tokens when the database belongs to others
 */
export async function loadDemo(app: INestApplicationContext, file?: string): Promise<object> {
  const fresh = await loadIfEmpty(app);
  const demo = await app.get(FixturesService).idsOf(DEMO);
  const db = app.get<DataSource>(getDataSourceToken());
  const userId = demo?.users['demo'] ?? '';
  if (!(await app.get(UsersService).exists(db.manager, userId))) return { loaded: false };

  const known = fresh ?? (file === undefined ? {} : await noted(file));
  const working = async (token: string | undefined, label: string, permissions: readonly Permission[]) => {
    const holder = token === undefined ? null : await app.get(TokensService).livingBy(token);
    return holder?.userId === userId ? token : (await app.get(TokensService).add(db.manager, { userId, permissions, label })).token;
  };
  const tokens: Tokens = {
    token: await working(known.token, 'everything', ['read', 'update', 'delete']),
    read_only_token: await working(known.read_only_token, 'read-only', ['read']),
  };
  if (file !== undefined) await note(file, { ...tokens, episodes: demo?.episodes });
  return { loaded: fresh !== undefined, ...tokens, podcasts: demo?.podcasts, episodes: demo?.episodes };
}

/** @returns undefined when there are users already, also those that another process is loading at this moment */
async function loadIfEmpty(app: INestApplicationContext): Promise<Tokens | undefined> {
  if (await app.get(UsersService).any()) return undefined;
  try {
    const { tokens } = await app.get(FixturesService).load(Buffer.from(JSON.stringify(demoFixtures())), DEMO);
    return { token: tokens['everything'], read_only_token: tokens['read-only'] };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return undefined;
    throw error;
  }
}

/** The tokens in a file, which may be missing or have any content: a token that does not work is replaced. */
async function noted(file: string): Promise<Tokens> {
  try {
    const { token, read_only_token } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    return { token: text(token), read_only_token: text(read_only_token) };
  } catch {
    return {};
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

async function note(file: string, what: object): Promise<void> {
  const next = `${file}.${process.pid}.new`;
  await writeFile(next, `${JSON.stringify(what)}\n`, { mode: 0o600 });
  await rename(next, file);
}
