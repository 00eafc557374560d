import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { loadEnvironment, persistence } from '@app/product';
import { anUpload } from '@app/uploads/testing';
import { aVideoStock } from '@app/video-stocks/testing';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { operatorProgram } from './program.js';
import { startServices } from './services.js';

const test = useDatabase(persistence);
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'admin-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs a command as a process of its own does. @returns its answer */
async function admin(...args: string[]): Promise<object | undefined> {
  const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
  const environment = loadEnvironment({ DATA_DIR: directory, DATABASE_URL: test.url, ENCRYPTION_KEY });
  let app: INestApplicationContext | undefined;
  let answered: object | undefined;
  const program = operatorProgram({
    version: '1.2.3',
    environment: () => Promise.resolve(environment),
    start: async (load) => (app ??= await startServices(environment, load)),
    answer: (value) => void (answered = value),
    print: () => undefined,
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return answered;
  } finally {
    await app?.close();
  }
}

/** A user with a podcast. */
async function anOwner(name: string): Promise<{ user: string; podcast: string }> {
  const [user, podcast] = [newId(), newId()];
  await test.db.query('INSERT INTO users (id, name) VALUES ($1, $2)', [user, name]);
  await test.db.query('INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, $2, $3, $3)', [podcast, name, user]);
  return { user, podcast };
}

it('a user is not erased while a video of another uses its file: the command changes nothing and names the video', async () => {
  const [alice, bob] = [await anOwner('Alice'), await anOwner('Bob')];
  const uploadId = await anUpload(test.db, { userId: alice.user });
  await test.db.query('UPDATE uploads SET in_use = true, expires_at = NULL WHERE id = $1', [uploadId]);
  const stock = await aVideoStock(test.db, { podcastId: bob.podcast, uploadId });
  const refusal = { kind: 'conflict', message: expect.stringContaining(`use this user’s files: ${stock}.`) };
  await expect(admin('user', 'erase', alice.user)).rejects.toMatchObject(refusal);
  expect(await test.db.query('SELECT id FROM podcasts WHERE owner_id = $1', [alice.user])).toEqual([{ id: alice.podcast }]);
  expect(await test.db.query(`SELECT FROM audit_entries WHERE action = 'user.erase'`)).toEqual([]);
});

it('an episode that the operator makes is told of as one of a refetch: it has appeared, and once it is out it is published', async () => {
  const { user, podcast } = await anOwner('Eva');
  const create = ['episode', 'create', '--podcast', podcast, '--title'];
  await admin(...create, 'Out', '--published-at', '2026-10-01T00:00:00Z');
  await admin(...create, 'To come', '--published-at', '2999-01-01T00:00:00Z');
  const events = await test.db.query<{ type: string; title: string }[]>(
    `SELECT type, body::jsonb -> 'data' ->> 'title' AS title FROM events WHERE user_id = $1 ORDER BY title, type`,
    [user],
  );
  expect(events.map(({ type, title }) => `${type} ${title}`)).toEqual([
    'episode.appeared Out',
    'episode.published Out',
    'episode.appeared To come',
  ]);
});
