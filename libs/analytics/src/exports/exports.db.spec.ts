import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { authPersistence } from '@app/auth';
import { downloadsPersistence } from '@app/downloads';
import { aPodcast } from '@app/downloads/testing';
import { newId } from '@app/database';
import { readsOn, useDatabase } from '@app/database/testing';
import { Env } from '@app/env';
import { Clock } from '@app/process';
import { until } from '@app/process/testing';
import { podcastsPersistence } from '@app/podcasts';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import { AnalyticsQueries } from '../analytics.queries.js';
import { RolledUpFigures } from '../rolled-up-figures.js';
import { ExportSlots, MAX_EXPORTS } from './export-slots.queries.js';
import { ExportsService, type ExportedFile } from './exports.service.js';
import { analyticsPersistence } from '../persistence.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence, analyticsPersistence]);
const log = pino({ level: 'silent' });
const YEAR = { from: '2025-01-01', to: '2025-12-31', timezone: 'UTC', bom: false };

/** An api process. */
const aProcess = () =>
  new ExportsService(
    new AnalyticsQueries(readsOn(test.db)),
    new RolledUpFigures(new AnalyticsQueries(readsOn(test.db))),
    new ExportSlots(test.db, log),
    new Clock(),
    log,
    new Env(),
  );

let podcastId: string;
const files: ExportedFile[] = [];

beforeAll(async () => {
  // 40 episodes of 365 days, with titles of 2 kB: 30 MB.
  const podcast = await aPodcast(test.db, ...Array.from({ length: 40 }, (_, n) => `${n} ${'x'.repeat(2000)}`));
  podcastId = podcast.id;
  await test.db.query(
    `INSERT INTO downloads (id, episode_id, at, listener)
     SELECT gen_random_uuid(), e.id, '2025-01-01T12:00:00Z'::timestamptz + d * interval '1 day', 'x'
       FROM episodes e, generate_series(0, 364) d WHERE e.podcast_id = $1`,
    [podcastId],
  );
});

/** An export that nobody reads is given up after 30 seconds, which a test on a busy machine may take. */
function kept(file: ExportedFile): ExportedFile {
  file.stream?.on('error', () => undefined);
  files.push(file);
  return file;
}

/** Exports that were not read are ended with the test. */
afterEach(async () => {
  for (const { stream } of files.splice(0)) {
    if (!stream || stream.closed) continue;
    stream.destroy();
    await once(stream, 'close');
  }
  await until(async () => (await slots()) === 0);
});

async function exportBy(userId: string, service = aProcess(), held = false): Promise<ExportedFile> {
  return kept(await service.export({ userId, podcastId, query: YEAR, has: () => held }));
}

const slots = async () => (await test.db.query<object[]>('SELECT FROM running_exports')).length;
const refusal = { kind: 'rate_limited', errors: [expect.objectContaining({ code: 'too_many_exports' })], headers: { 'Retry-After': '10' } };

describe('the exports of a user', () => {
  it(`the exports of a user run ${MAX_EXPORTS} at once, and a further one is refused, whichever process it reaches`, async () => {
    const user = newId();
    for (let n = 0; n < MAX_EXPORTS; n += 1) await exportBy(user);
    await expect(exportBy(user)).rejects.toMatchObject(refusal);
    await expect(exportBy(newId())).resolves.toMatchObject({ etag: expect.any(String) });
  });

  it('of the exports that a user requests at the same time, two run at once and no more', async () => {
    const [user, processes] = [newId(), [aProcess(), aProcess(), aProcess()]];
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => exportBy(user, processes[n % 3])));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_EXPORTS);
  });

  it.each<[string, (file: ExportedFile) => Promise<unknown>]>([
    ['has been read', ({ stream }) => (stream ? text(stream) : Promise.reject(new Error('no file')))],
    ['has been left', ({ stream }) => Promise.resolve(stream?.destroy())],
  ])('the exports of a user may run again once one %s', async (_, end) => {
    const [user, process] = [newId(), aProcess()];
    const [first] = [await exportBy(user, process), await exportBy(user, process)];
    if (first) await end(first);
    await until(() => exportBy(user, process).then(() => true, () => false)); // prettier-ignore
  });

  it('the exports of a user keep no slot when the caller holds the file, or the range is refused', async () => {
    const [user, process] = [newId(), aProcess()];
    for (let n = 0; n <= MAX_EXPORTS; n += 1) {
      expect(await exportBy(user, process, true)).toMatchObject({ stream: null });
      await until(async () => (await slots()) === 0);
      const refused = process.export({ userId: user, podcastId, query: { ...YEAR, from: '2026-01-01' }, has: () => false });
      await expect(refused).rejects.toMatchObject({ kind: 'invalid' });
    }
  });

  it('the exports of a user may run again once the slots of a killed process have expired', async () => {
    const user = newId();
    await test.db.query(
      `INSERT INTO running_exports (user_id, slot, id, expires_at) VALUES ($1, 1, $2, now() - interval '1 second'), ($1, 2, $2, now() + interval '1 minute')`,
      [user, newId()],
    );
    await exportBy(user);
    await expect(exportBy(user)).rejects.toMatchObject(refusal);
    await test.db.query('DELETE FROM running_exports WHERE user_id = $1', [user]);
  });
});

it('an export that takes longer than the lease of its slot keeps the slot, which is renewed before the lease ends', async () => {
  const doNotFake = ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const; // prettier-ignore
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  const user = newId();
  const release = await new ExportSlots(test.db, log).take(user);
  try {
    await test.db.query('UPDATE running_exports SET expires_at = now() WHERE user_id = $1', [user]);
    jest.advanceTimersByTime(59_000); // of a lease of 60 seconds
    const living = 'SELECT FROM running_exports WHERE user_id = $1 AND expires_at > now()';
    await until(async () => (await test.db.query<object[]>(living, [user])).length > 0);
  } finally {
    await release();
    jest.useRealTimers();
  }
  expect(await slots()).toBe(0);
});

it('exports of one user read one at a time, and those of others meanwhile', async () => {
  const [user, process] = [newId(), aProcess()];
  const reading = async () =>
    (await test.db.query<unknown[]>(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).length;
  const exportDay = (userId: string) =>
    process.export({ userId, podcastId, query: { ...YEAR, to: YEAR.from }, has: () => false }).then(kept);
  const { all } = await test.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE download_day_states IN ACCESS EXCLUSIVE MODE'); // whoever reads waits
    const own = [exportDay(user), exportDay(user)];
    await until(async () => (await slots()) === MAX_EXPORTS && (await reading()) > 0);
    const others = exportDay(newId());
    await until(async () => (await slots()) > MAX_EXPORTS && (await reading()) > 1);
    expect(await reading()).toBe(2);
    return { all: [...own, others] };
  });
  await Promise.all(all);
});

describe('exports one after another', () => {
  it('exports one after another are never refused, also beside another of the user: a slot is free before its file ends', async () => {
    const [user, process] = [newId(), aProcess()];
    await exportBy(user, process);
    for (let n = 0; n < 5; n += 1) {
      const { stream } = await exportBy(user, process);
      if (stream) await text(stream);
    }
  });
});

describe('readers that take nothing', () => {
  const reading = () => test.db.query<object[]>(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%exported%' AND state <> 'idle' AND pid <> pg_backend_pid()`).then(({ length }) => length); // prettier-ignore

  it('readers that take nothing hold neither a connection nor the exports of others', async () => {
    const process = aProcess();
    for (let n = 0; n < 8; n += 1) await exportBy(newId(), process);
    await until(async () => (await reading()) === 0);
    const { stream } = await exportBy(newId(), process);
    const content = stream ? await text(stream) : '';
    expect(content.split('\r\n')).toHaveLength(365 * 40 + 2);
  });

  it('readers that take nothing get the whole file when they go on', async () => {
    const { stream } = await exportBy(newId());
    await until(async () => (await reading()) === 0);
    expect(stream ? (await text(stream)).split('\r\n') : []).toHaveLength(365 * 40 + 2);
  });
});
