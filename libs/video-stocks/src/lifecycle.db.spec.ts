import { authPersistence } from '@app/auth';
import { AppError } from '@app/http/errors';
import { WakeUp } from '@app/jobs';
import { isUnavailable, newId } from '@app/database';
import { healthOn, useDatabase } from '@app/database/testing';
import { Clock, TooBusyError } from '@app/process';
import { podcastsPersistence } from '@app/podcasts';
import { EpisodesService, PodcastsService } from '@app/podcasts/services';
import { QuotaAccounts, quotaPersistence } from '@app/quota';
import { uploadsPersistence, type UploadStorage } from '@app/uploads';
import { anUpload, uploadsOn } from '@app/uploads/testing';
import { outboxPersistence } from '@app/outbox';
import { anActiveEndpoint, aPublisher } from '@app/outbox/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import fc from 'fast-check';
import { pino } from 'pino';
import { videoStocksPersistence } from './persistence.js';
import { PodcastTurns } from './changes/podcast-turns.js';
import { QuotaBearers } from './changes/quota-bearers.queries.js';
import type { ProbeOutcome } from './probing/probe-outcome.js';
import { ProbeQueries, type Claimed } from './probing/probe.queries.js';
import { Prober } from './probing/prober.js';
import { next, type VideoStockStatus } from './changes/states.js';
import { StockEdits } from './changes/stock-edits.js';
import { StockChanges } from './changes/stock-changes.js';
import type { VideoStock } from './video-stock.entity.js';
import { VideoStocksQueries } from './video-stocks.queries.js';
import { VideoStocksService } from './video-stocks.service.js';

const log = pino({ level: 'silent' });
const test = useDatabase([authPersistence, podcastsPersistence, outboxPersistence, quotaPersistence, uploadsPersistence, videoStocksPersistence]); // prettier-ignore

let podcasts: PodcastsService;
let quota: QuotaAccounts;
let changes: StockChanges;
let service: VideoStocksService;
let edits: StockEdits;
let turns: PodcastTurns;
let prober: Prober;
const episodes = () => new EpisodesService(test.db);

beforeAll(() => {
  const clock = new Clock();
  const { db } = test;
  podcasts = new PodcastsService(db, clock);
  quota = new QuotaAccounts(db);
  const stocks = new VideoStocksQueries(db, clock);
  const uploads = uploadsOn(db);
  changes = new StockChanges(stocks, podcasts, uploads, quota, aPublisher(), clock);
  const nobody = { add: () => Promise.resolve() } as unknown as Queue; // nobody is woken: the test claims by itself
  turns = new PodcastTurns(db, podcasts);
  const probes = new WakeUp(nobody, db, log);
  service = new VideoStocksService(db, stocks, podcasts, uploads, probes);
  edits = new StockEdits(stocks, changes, turns, uploads, probes, clock);
  prober = new Prober(db, new ProbeQueries(db, clock), changes, undefined as unknown as UploadStorage, log, healthOn(db));
});

type World = { readonly owner: string; readonly podcast: string };

/** A user with a podcast, an allowance and a webhook destination. */
async function aWorld(availableSeconds: number): Promise<World> {
  const owner = newId();
  await test.db.query(`INSERT INTO users (id, name, available_seconds) VALUES ($1, 'Owner', $2)`, [owner, availableSeconds]);
  await anActiveEndpoint(test.db, owner);
  const podcast = await test.db.transaction((tx) => podcasts.create(tx, { title: 'P', ownerId: owner, ownershipConfirmed: true }));
  return { owner, podcast };
}

const anEpisode = ({ podcast }: World, guid: string, title = guid) =>
  test.db.transaction((tx) => episodes().create(tx, { podcastId: podcast, title, guid }));

async function create(world: World, match: { guid?: string; title?: string } | null = null, key: string = newId()): Promise<VideoStock> {
  const upload_id = await anUpload(test.db, { userId: world.owner });
  return (await service.create({ podcast_id: world.podcast, client_key: key, upload_id, match }, world.owner)).stock;
}

/** Reads the container of a stock, as a worker would, with this outcome. */
async function read(stock: Pick<VideoStock, 'id'>, outcome: ProbeOutcome): Promise<void> {
  const claim = newId();
  await test.db.query('UPDATE video_stocks SET probe_claim = $2 WHERE id = $1', [stock.id, claim]);
  await prober.record({ id: stock.id, claim, uploadId: '', attempts: 1 } satisfies Claimed, outcome);
}

const found = (id: string) =>
  test.db.query<Record<string, unknown>[]>('SELECT * FROM video_stocks WHERE id = $1', [id]).then(([row]) => row!);
const used = async ({ owner }: World) => (await quota.of(owner)).usedSeconds;
const events = async ({ owner }: World) =>
  (
    await test.db.query<{ body: string }[]>(
      'SELECT e.body FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE d.user_id = $1 ORDER BY d.id',
      [owner],
    )
  ).map(({ body }) => JSON.parse(body) as { type: string; data: { id: string; status: string; matchedEpisodeId: string | null } });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: AppError) => (error instanceof AppError ? (error.errors[0]?.code ?? error.kind) : `bug: ${String(error)}`),
  );

describe('the quota (contract 7)', () => {
  it('the quota with room for one of two that are read at once, charges exactly one', async () => {
    for (let round = 0; round < 15; round++) {
      const world = await aWorld(100);
      const stocks = [await create(world), await create(world)];
      await Promise.all(stocks.map((stock) => read(stock, { durationSeconds: 60 })));
      const rows = await Promise.all(stocks.map(({ id }) => found(id)));
      expect(rows.map((row) => `${row['status'] as string} ${row['failure_code'] as string}`).sort()).toEqual([
        'failed quota_exceeded',
        'ready null',
      ]);
      expect([await used(world), (await events(world)).map(({ type }) => type)]).toEqual([60, ['video_stock.failed']]);
    }
  });

  it('the quota is shared by all podcasts that a user bears, however many are read at once', async () => {
    const world = await aWorld(100);
    const other = await test.db.transaction((tx) => podcasts.create(tx, { title: 'Q', ownerId: world.owner, ownershipConfirmed: true }));
    const stocks = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create({ ...world, podcast: index % 2 ? other : world.podcast })),
    );
    await Promise.all(stocks.map((stock) => read(stock, { durationSeconds: 30 })));
    const statuses = await Promise.all(stocks.map(async ({ id }) => (await found(id))['status']));
    expect(statuses.filter((status) => status === 'ready')).toHaveLength(3);
    expect(await used(world)).toBe(90);
  });

  it.each([
    [100, 'ready', 100],
    [101, 'failed', 0],
  ])('the quota of 100 takes %i s: %s', async (durationSeconds, status, charged) => {
    const world = await aWorld(100);
    const stock = await create(world);
    await read(stock, { durationSeconds });
    expect([(await found(stock.id))['status'], await used(world)]).toEqual([status, charged]);
  });
});

it('a podcast takes the seconds of its ready and matched stocks along to the quota that it moves to (contract 7.1)', async () => {
  const [world, other] = [await aWorld(100), await aWorld(5)];
  await anEpisode(world, 'g');
  for (const guid of ['g', 'h', 'i']) await read(await create(world, { guid }), { durationSeconds: 10 });
  const [ready] = await test.db.query<{ id: string }[]>(`SELECT id FROM video_stocks WHERE podcast_id = $1 AND match_guid = 'i'`, [world.podcast]); // prettier-ignore
  await edits.cancel(ready?.id ?? '', {});
  await read(await create(world), { failure: 'unreadable_media' });
  const bearers = new QuotaBearers(test.db, podcasts, quota);
  for (let times = 0; times < 2; times += 1) await test.db.transaction((tx) => bearers.move(tx, world.podcast, other.owner));
  expect([await used(world), await used(other)]).toEqual([0, 20]);
  expect(await bearers.usedByOthers(other.owner)).toMatchObject({ podcasts: [world.podcast] });
  await expect(test.db.transaction((tx) => bearers.move(tx, newId(), other.owner))).rejects.toMatchObject({ kind: 'not_found' });
});

it('stocks of others keep a user from being erased while they use its files, and no longer (contract 16.10)', async () => {
  const [world, other] = [await aWorld(100), await aWorld(100)];
  const [live, ended] = [await create(world), await create(world)];
  await edits.cancel(ended.id, {});
  await test.db.query('UPDATE podcasts SET owner_id = $2 WHERE id = $1', [world.podcast, other.owner]);
  const podcast_id = await test.db.transaction((tx) => podcasts.create(tx, { title: 'Q', ownerId: world.owner, ownershipConfirmed: true }));
  await service.create({ podcast_id, client_key: 'again', upload_id: ended.uploadId }, world.owner);
  const bearers = new QuotaBearers(test.db, podcasts, quota);
  expect(await bearers.usedByOthers(world.owner)).toEqual({ podcasts: [world.podcast], stocks: [live.id] });
});

it('1,000 requests may wait for the stocks of one podcast, and further ones are refused at once', async () => {
  const { podcast } = await aWorld(0);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let ended = 0;
  const waiting = Array.from({ length: 1001 }, () => turns.run(podcast, () => held).catch(() => undefined).finally(() => (ended += 1))); // prettier-ignore
  await expect(turns.run(podcast, () => held)).rejects.toBeInstanceOf(TooBusyError);
  expect(ended).toBe(0);
  letGo();
  await Promise.all(waiting);
});

describe('a stock', () => {
  it('a stock is one, however many ask for it at once with the same key', async () => {
    const world = await aWorld(100);
    const request = { podcast_id: world.podcast, client_key: 'k', upload_id: await anUpload(test.db, { userId: world.owner }) };
    const all = await Promise.all(Array.from({ length: 8 }, () => service.create(request, world.owner)));
    expect(new Set(all.map(({ stock }) => stock.id)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    const again = await service.create({ ...request, upload_id: request.upload_id.toUpperCase() }, world.owner);
    expect(again).toMatchObject({ created: false, stock: { id: all[0]?.stock.id } });
    for (const other of [{ title: 'T' }, { match: { guid: 'g' } }, { match: { title: 'T' } }, { upload_id: newId() }]) {
      expect(await codeOf(service.create({ ...request, ...other }, world.owner))).toBe('client_key_conflict');
    }
  });

  it('a stock that is canceled while its container is read stays canceled, and the result is dropped', async () => {
    const world = await aWorld(100);
    const stock = await create(world, { guid: 'g' });
    await anEpisode(world, 'g');
    await edits.cancel(stock.id, {});
    await read(stock, { durationSeconds: 60 });
    expect([(await found(stock.id))['status'], await used(world), await events(world)]).toEqual(['canceled', 0, []]);
  });

  it('a stock whose claim another worker took over is not changed by the first', async () => {
    const world = await aWorld(100);
    const stock = await create(world);
    await prober.record({ id: stock.id, claim: newId(), uploadId: '', attempts: 1 }, { durationSeconds: 60 });
    expect((await found(stock.id))['status']).toBe('processing');
  });

  it('a stock that becomes ready finds the episode that is there already, in the same transaction', async () => {
    const world = await aWorld(100);
    const episode = await anEpisode(world, 'g');
    const stock = await create(world, { guid: 'g' });
    await read(stock, { durationSeconds: 60 });
    expect(await found(stock.id)).toMatchObject({ status: 'matched', matched_episode_id: episode, matched_by: 'match', revision: 3 });
    expect(await events(world)).toEqual([
      expect.objectContaining({
        type: 'video_stock.matched',
        data: { id: stock.id, podcastId: world.podcast, clientKey: stock.clientKey, status: 'matched', matchedEpisodeId: episode },
      }),
    ]);
  });

  it('a stock linked to one episode by many at once is linked once, and tells of it once', async () => {
    const world = await aWorld(1000);
    const [episode, stocks] = [await anEpisode(world, 'g'), [await create(world), await create(world), await create(world)]];
    for (const stock of stocks) await read(stock, { durationSeconds: 10 });
    const codes = await Promise.all([...stocks, ...stocks].map(({ id }) => codeOf(edits.link(id, { episode_id: episode }))));
    expect(codes.sort()).toEqual(['episode_has_video', 'episode_has_video', 'episode_has_video', 'episode_has_video', 'fine', 'fine']);
    expect(await events(world)).toHaveLength(1);
  });

  it('a stock tells of each state that it comes to, and the webhook of its match alone (contract 18.3)', async () => {
    const world = await aWorld(100);
    const stock = await create(world);
    await read(stock, { durationSeconds: 60 });
    await edits.link(stock.id, { episode_id: await anEpisode(world, 'g') });
    await edits.unlink(stock.id, {});
    await edits.cancel(stock.id, {});
    const told = await test.db.query<{ type: string; status: string }[]>(
      `SELECT type, body::json#>>'{data,status}' AS status FROM events WHERE user_id = $1 AND podcast_id = $2 ORDER BY position`,
      [world.owner, world.podcast],
    );
    const states = ['ready', 'matched', 'ready', 'canceled'];
    expect(told).toEqual(states.map((status) => ({ type: `video_stock.${status}`, status })));
    expect((await events(world)).map(({ type }) => type)).toEqual(['video_stock.matched']);
  });

  it('a stock gives back its upload, its seconds and nothing more, when any of it fails', async () => {
    const world = await aWorld(100);
    const stock = await create(world);
    await read(stock, { durationSeconds: 60 });
    const before = await found(stock.id);
    await expect(
      test.db.transaction(async (tx) => {
        await changes.apply(tx, (await changes.hold(tx, stock.id))!, 'cancel');
        throw new Error('the connection is lost');
      }),
    ).rejects.toThrow('the connection is lost');
    expect([await found(stock.id), await used(world)]).toEqual([before, 60]);
  });
});

describe('unlink (contract 9)', () => {
  async function aMatchedStock(world: World): Promise<{ readonly id: string; readonly episode: string }> {
    const episode = await anEpisode(world, 'g', 'T');
    const { id } = await create(world, { guid: 'g', title: 'T' });
    await read({ id }, { durationSeconds: 60 });
    expect((await found(id))['matched_episode_id']).toBe(episode);
    return { id, episode };
  }

  it('unlink makes a matched stock ready, whose seconds stay charged and whose upload stays in use', async () => {
    const world = await aWorld(100);
    const { id } = await aMatchedStock(world);
    const before = await found(id);
    const stock = await edits.unlink(id, { expected_revision: before['revision'] as number });
    expect(stock).toMatchObject({ status: 'ready', matchedEpisodeId: null, matchedBy: null });
    expect(stock.revision).toBe((before['revision'] as number) + 1);
    expect(await used(world)).toBe(60);
    expect(await test.db.query('SELECT in_use FROM uploads WHERE id = $1', [stock.uploadId])).toEqual([{ in_use: true }]);
  });

  it('unlink keeps the stock from matching the same episode by itself; it may still be linked', async () => {
    const world = await aWorld(100);
    const { id, episode } = await aMatchedStock(world);
    const { revision } = await edits.unlink(id, {});
    const corrected = await edits.correct(id, world.owner, { expected_revision: revision, match: { title: 'T' } });
    expect(corrected.status).toBe('ready');
    expect(await edits.link(id, { episode_id: episode })).toMatchObject({
      status: 'matched',
      matchedEpisodeId: episode,
      matchedBy: 'link',
    });
    await edits.unlink(id, {});
    expect((await found(id))['status']).toBe('ready');
  });

  it('unlink frees the episode for another stock that agrees with it', async () => {
    const world = await aWorld(200);
    const episode = await anEpisode(world, 'g');
    const [wrong, right] = [await create(world), await create(world, { guid: 'g' })];
    await read(wrong, { durationSeconds: 10 });
    await edits.link(wrong.id, { episode_id: episode });
    await read(right, { durationSeconds: 10 });
    expect((await found(right.id))['status']).toBe('ready');
    await edits.unlink(wrong.id, {});
    expect([(await found(wrong.id))['status'], (await found(right.id))['matched_episode_id']]).toEqual(['ready', episode]);
  });

  it('unlink may be repeated; a stock never matched, a stale revision and a canceled stock refuse it', async () => {
    const world = await aWorld(200);
    const { id } = await aMatchedStock(world);
    const plain = await create(world);
    expect(await codeOf(edits.unlink(plain.id, {}))).toBe('not_matched');
    await read(plain, { durationSeconds: 10 });
    expect(await codeOf(edits.unlink(plain.id, {}))).toBe('not_matched');
    expect(await codeOf(edits.unlink(id, { expected_revision: 1 }))).toBe('revision_mismatch');
    const first = await edits.unlink(id, {});
    expect(await edits.unlink(id, { expected_revision: 1 })).toEqual(first);
    await edits.cancel(id, {});
    expect(await codeOf(edits.unlink(id, {}))).toBe('not_matched');
  });
});

it('a correction with another upload counts the attempts to read its file from 0', async () => {
  const world = await aWorld(200);
  const stock = await create(world);
  await test.db.query('UPDATE video_stocks SET probe_attempts = 4 WHERE id = $1', [stock.id]);
  await read(stock, { failure: 'unreadable_media' });
  await edits.correct(stock.id, world.owner, { expected_revision: 2, upload_id: await anUpload(test.db, { userId: world.owner }) });
  expect(await found(stock.id)).toMatchObject({ status: 'processing', probe_attempts: 0, probe_claim: null, failure_code: null });
});

it('a stock that exceeds the quota shows the duration of its file, until a correction names another upload', async () => {
  const world = await aWorld(100);
  const { id } = await create(world);
  await read({ id }, { durationSeconds: 101 });
  const failed = await found(id);
  const upload_id = await anUpload(test.db, { userId: world.owner });
  const corrected = await edits.correct(id, world.owner, { expected_revision: 2, upload_id });
  expect([failed['duration_seconds'], corrected.durationSeconds, (await found(id))['duration_seconds']]).toEqual([101, null, null]);
});

it('a cancel and a link that expect a revision before the present one change nothing (contract 9.6)', async () => {
  const world = await aWorld(100);
  const [{ id }, episode_id] = [await create(world), await anEpisode(world, 'g')];
  await read({ id }, { durationSeconds: 60 });
  const before = await found(id);
  expect(await codeOf(edits.cancel(id, { expected_revision: 1 }))).toBe('revision_mismatch');
  expect(await codeOf(edits.link(id, { episode_id, expected_revision: 1 }))).toBe('revision_mismatch');
  expect(await found(id)).toEqual(before);
  expect((await edits.cancel(id, { expected_revision: 2 })).status).toBe('canceled');
});

it('every visible change of a stock moves its updated_at', async () => {
  const world = await aWorld(200);
  const past = new Date('2026-01-01T00:00:00Z');
  const stock = await create(world, { title: 'other' });
  const episode = await anEpisode(world, 'g');
  const steps: readonly (() => Promise<unknown>)[] = [
    () => read(stock, { failure: 'unreadable_media' }),
    async () => edits.correct(stock.id, world.owner, { expected_revision: 2, upload_id: await anUpload(test.db, { userId: world.owner }) }),
    () => read(stock, { durationSeconds: 10 }),
    () => edits.correct(stock.id, world.owner, { expected_revision: 4, title: 'T' }),
    () => edits.link(stock.id, { episode_id: episode }),
    () => edits.unlink(stock.id, {}),
    () => edits.cancel(stock.id, {}),
  ];
  for (const change of steps) {
    await test.db.query('UPDATE video_stocks SET updated_at = $2 WHERE id = $1', [stock.id, past]);
    await change();
    expect((await found(stock.id))['updated_at']).not.toEqual(past);
  }
  const matched = await create(world, { guid: 'h' });
  await anEpisode(world, 'h');
  await test.db.query('UPDATE video_stocks SET updated_at = $2 WHERE id = $1', [matched.id, past]);
  await read(matched, { durationSeconds: 10 });
  await test.db.query(`UPDATE video_stocks SET status = 'ready', matched_episode_id = NULL, updated_at = $2 WHERE id = $1`, [
    matched.id,
    past,
  ]);
  await test.db.transaction(async (tx) => changes.match(tx, world.podcast, world.owner));
  expect((await found(matched.id))['status']).toBe('matched');
  expect((await found(matched.id))['updated_at']).not.toEqual(past);
});

describe('state, charge, hold on the upload and event are one: when the event cannot be written, nothing has changed,', () => {
  beforeAll(() =>
    test.db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room for events'; END $$`),
  );

  it.each<[string, ProbeOutcome, string]>([
    ['charged and matched', { durationSeconds: 60 }, 'matched'],
    ['too long for the quota', { durationSeconds: 101 }, 'failed'],
    ['unreadable', { failure: 'unreadable_media' }, 'failed'],
  ])('a stock that was to be %s is not when its event cannot be written, and is so once it can', async (_, outcome, status) => {
    const world = await aWorld(100);
    await anEpisode(world, 'g');
    const stock = await create(world, { guid: 'g' });
    const inUse = () => test.db.query<object[]>('SELECT in_use FROM uploads WHERE id = $1', [stock.uploadId]);
    const all = async () => [{ ...(await found(stock.id)), probe_claim: null }, await used(world), await inUse(), await events(world)];
    const before = await all();
    await test.db.query('CREATE TRIGGER refuse BEFORE INSERT ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION refuse()');
    try {
      await expect(read(stock, outcome)).rejects.toThrow('no room for events');
    } finally {
      await test.db.query('DROP TRIGGER refuse ON webhook_deliveries');
    }
    expect(await all()).toEqual(before);
    await read(stock, outcome);
    expect([(await found(stock.id))['status'], (await events(world)).map(({ type }) => type)]).toEqual([status, [`video_stock.${status}`]]);
  });
});

describe('an episode with which two ready stocks agree', () => {
  it.each([[{ guid: 'g' }], [{ title: 'T' }]])(
    'two ready stocks that agree with one episode by %j stay ready, until one of them wants another',
    async (match) => {
      const world = await aWorld(100);
      const stocks = [await create(world, match), await create(world, match)] as const;
      for (const stock of stocks) await read(stock, { durationSeconds: 10 });
      const episode = await anEpisode(world, 'g', 'T');
      const matched = await test.db.transaction(async (tx) => {
        const { quotaBearerId } = (await podcasts.lock(tx, world.podcast))!;
        return changes.match(tx, world.podcast, quotaBearerId);
      });
      expect([matched, ...(await Promise.all(stocks.map(({ id }) => found(id)))).map((row) => row['status'])]).toEqual([
        0,
        'ready',
        'ready',
      ]);
      expect(await events(world)).toEqual([]);
      await edits.correct(stocks[0].id, world.owner, { expected_revision: 2, match: null });
      const rows = await Promise.all(stocks.map(({ id }) => found(id)));
      expect(rows.map((row) => row['matched_episode_id'])).toEqual([null, episode]);
    },
  );
});

/** The actions of callers and workers. Numbers choose among the existing stocks and episodes. */
type Step =
  | { readonly do: 'create'; readonly rule: number }
  | { readonly do: 'read'; readonly stock: number; readonly seconds: number }
  | { readonly do: 'fail'; readonly stock: number }
  | { readonly do: 'correct'; readonly stock: number; readonly rule: number; readonly stale: boolean }
  | { readonly do: 'replace'; readonly stock: number }
  | { readonly do: 'cancel'; readonly stock: number }
  | { readonly do: 'link'; readonly stock: number; readonly episode: number }
  | { readonly do: 'unlink'; readonly stock: number }
  | { readonly do: 'episode'; readonly guid: number };

const which = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), rule: fc.nat(5) }),
  fc.record({ do: fc.constant('read' as const), stock: which, seconds: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('read' as const), stock: which, seconds: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('fail' as const), stock: which }),
  fc.record({ do: fc.constant('correct' as const), stock: which, rule: fc.nat(5), stale: fc.boolean() }),
  fc.record({ do: fc.constant('replace' as const), stock: which }),
  fc.record({ do: fc.constant('cancel' as const), stock: which }),
  fc.record({ do: fc.constant('link' as const), stock: which, episode: which }),
  fc.record({ do: fc.constant('unlink' as const), stock: which }),
  fc.record({ do: fc.constant('episode' as const), guid: fc.nat(3) }),
);

const RULES = [null, { guid: 'g0' }, { guid: 'g1' }, { title: ' T0' }, { guid: 'g9', title: 't1' }, { guid: 'g0', title: 't2' }];

class Run {
  readonly stocks: string[] = [];
  readonly episodes: string[] = [];

  constructor(private readonly world: World) {}

  /** Does a step. Refusals are answers, too; a bug is not. */
  async take(one: Step): Promise<string> {
    const stock = 'stock' in one ? this.stocks[one.stock % Math.max(1, this.stocks.length)] : undefined;
    if ('stock' in one && stock === undefined) return 'nothing';
    const revision = async () => Number((await found(stock!))['revision']);
    switch (one.do) {
      case 'create':
        this.stocks.push((await create(this.world, RULES[one.rule])).id);
        return 'fine';
      case 'read':
        return codeOf(read({ id: stock! }, { durationSeconds: one.seconds }));
      case 'fail':
        return codeOf(read({ id: stock! }, { failure: 'unreadable_media' }));
      case 'correct':
        return codeOf(edits.correct(stock!, this.world.owner, { expected_revision: (await revision()) - (one.stale ? 1 : 0) || 99, match: RULES[one.rule] ?? null })); // prettier-ignore
      case 'replace':
        return codeOf(edits.correct(stock!, this.world.owner, { expected_revision: await revision(), upload_id: await anUpload(test.db, { userId: this.world.owner }) })); // prettier-ignore
      case 'cancel':
        return codeOf(edits.cancel(stock!, {}));
      case 'link': {
        const episode_id = this.episodes[one.episode % Math.max(1, this.episodes.length)];
        return episode_id === undefined ? 'nothing' : codeOf(edits.link(stock!, { episode_id }));
      }
      case 'unlink':
        return codeOf(edits.unlink(stock!, {}));
      case 'episode':
        return codeOf(this.episodeAppears(one.guid));
    }
  }

  /** As a refetch brings it: with its matches, in one transaction. */
  private async episodeAppears(number: number): Promise<void> {
    const id = await test.db.transaction(async (tx) => {
      const held = await podcasts.lock(tx, this.world.podcast);
      const made = await episodes().create(tx, { podcastId: this.world.podcast, title: `t${number}`, guid: `g${number}-${newId()}` });
      if (number < 2) await tx.query('UPDATE episodes SET guid = $2 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM episodes WHERE podcast_id = $3 AND guid = $2)', [made, `g${number}`, this.world.podcast]); // prettier-ignore
      await changes.match(tx, this.world.podcast, held!.quotaBearerId);
      return made;
    });
    this.episodes.push(id);
  }
}

/** Charge, uploads, events and states of a world agree, after any sequence of commands. */
async function expectAgreement(world: World): Promise<void> {
  const rows = await test.db.query<{ id: string; status: VideoStockStatus; revision: number; duration_seconds: number | null; matched_episode_id: string | null; failure_code: string | null; upload_id: string; in_use: boolean }[]>(
    `SELECT s.*, u.in_use FROM video_stocks s JOIN uploads u ON u.id = s.upload_id WHERE s.podcast_id = $1`,
    [world.podcast],
  ); // prettier-ignore
  const charged = rows.filter(({ status }) => status === 'ready' || status === 'matched');
  expect(await used(world)).toBe(charged.reduce((sum, { duration_seconds }) => sum + (duration_seconds ?? 0), 0));
  expect((await quota.of(world.owner)).usedSeconds).toBeLessThanOrEqual(150);
  const told = await events(world);
  for (const row of rows) {
    const { id, status } = row;
    const mine = told.filter(({ data }) => data.id === id).map(({ type }) => type);
    expect([id, row.in_use]).toEqual([id, ['processing', 'ready', 'matched'].includes(status)]);
    expect([id, row.matched_episode_id !== null]).toEqual([id, status === 'matched']);
    if (status === 'matched') expect(mine.filter((type) => type === 'video_stock.matched').length).toBeGreaterThan(0);
    expect([id, row.failure_code !== null]).toEqual([id, status === 'failed' || (status === 'canceled' && row.failure_code !== null)]);
    if (status === 'failed') expect(mine.at(-1)).toBe('video_stock.failed');
    expect(row.revision).toBeGreaterThanOrEqual(1 + mine.length);
  }
  const videos = rows.flatMap(({ matched_episode_id }) => matched_episode_id ?? []);
  expect(new Set(videos).size).toBe(videos.length);
}

describe('random sequences of create, correct, cancel, link, unlink, probe and match', () => {
  it('steps one after the other follow the state machine, and each visible change is one revision', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const world = await aWorld(150);
        const run = new Run(world);
        for (const one of steps) {
          const before = await Promise.all(run.stocks.map(found));
          expect(await run.take(one)).not.toMatch(/^bug/);
          const after = await Promise.all(run.stocks.map(found));
          for (const [index, row] of before.entries()) {
            const [was, is] = [row, after[index]!];
            const changed = ['status', 'title', 'match_guid', 'match_title', 'upload_id', 'duration_seconds', 'matched_episode_id', 'failure_code'].some((name) => was[name] !== is[name]); // prettier-ignore
            const steps = Number(is['revision']) - Number(was['revision']);
            expect([changed, steps]).toEqual(changed ? [true, expect.any(Number)] : [false, 0]);
            if (changed) expect(reachable(was['status'] as VideoStockStatus, is['status'] as VideoStockStatus, steps)).toBe(true);
          }
          await expectAgreement(world);
        }
      }),
      { numRuns: 30, endOnFailure: true },
    );
  }, 300_000);

  it('stocks and quota agree after random steps of several callers at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 3, maxLength: 5 }), { minLength: 3, maxLength: 6 }), async (rounds) => {
        const world = await aWorld(150);
        const run = new Run(world);
        for (let number = 0; number < 4; number++) await run.take({ do: 'create', rule: number });
        for (const steps of rounds) {
          const answers = await Promise.all(steps.map((one) => run.take(one)));
          expect(answers.filter((answer) => answer.startsWith('bug'))).toEqual([]);
        }
        await expectAgreement(world);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 300_000);
});

/** Whether so many transitions, or corrections that leave the state, lead from one state to the other. */
function reachable(from: VideoStockStatus, to: VideoStockStatus, steps: number): boolean {
  if (steps === 0) return from === to;
  const triggers = ['read', 'fail', 'replace', 'pair', 'unpair', 'cancel'] as const;
  const nexts = [from, ...triggers.flatMap((trigger) => next(from, trigger) ?? [])];
  return nexts.some((one) => reachable(one, to, steps - 1));
}

it('a page of stocks continues only the list with the same filter (contract 2.3)', async () => {
  const world = await aWorld(0);
  const [, second] = [await create(world), await create(world)];
  const filter = { podcast_id: world.podcast, status: 'processing' as const };
  const { meta } = await service.list(world.owner, { ...filter, first: 1 });
  const after = meta.next_cursor ?? '';
  const further = await service.list(world.owner, { ...filter, first: 1, after });
  expect(further.data.map(({ id }) => id)).toEqual([second.id]);
  for (const other of [{ podcast_id: world.podcast }, { status: filter.status }, { ...filter, client_key: 'k' }]) {
    expect(await codeOf(service.list(world.owner, { ...other, first: 1, after }))).toBe('invalid_cursor');
  }
});

it('a title is folded alike for stocks and episodes', async () => {
  const world = await aWorld(100);
  const stock = await create(world, { title: 'ＳＴＲＡＳＳＥ  1' });
  await read(stock, { durationSeconds: 5 });
  const episode = await test.db.transaction(async (tx) => {
    const { quotaBearerId } = (await podcasts.lock(tx, world.podcast))!;
    const id = await episodes().create(tx, { podcastId: world.podcast, title: ' straße 1', guid: 'x' });
    await changes.match(tx, world.podcast, quotaBearerId);
    return id;
  });
  expect((await found(stock.id))['matched_episode_id']).toBe(episode);
});

describe('while the podcast’s stocks are being matched', () => {
  /** Locks the podcast as a refetch does. @returns ends that */
  async function matching({ podcast }: World): Promise<() => Promise<void>> {
    const runner = test.db.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM podcasts WHERE id = $1 FOR NO KEY UPDATE', [podcast]);
    return async () => {
      await runner.rollbackTransaction();
      await runner.release();
    };
  }

  it('while the podcast’s stocks are being matched thirty cancels wait without a connection, and are done once it ends', async () => {
    const world = await aWorld(100);
    const stock = await create(world);
    const end = await matching(world);
    const cancels = Array.from({ length: 30 }, () => edits.cancel(stock.id, {}));
    const settled = Promise.all(cancels).then(() => 'canceled');
    // Few: a busy machine must be done with them in the five seconds for which a cancel waits.
    for (let read = 0; read < 5; read++) {
      const listed = service.list(world.owner, { first: 1 }).then(({ data }) => data.length);
      expect(await Promise.race([listed, settled])).toBe(1);
    }
    await end();
    expect((await Promise.all(cancels)).map(({ status, revision }) => [status, revision])).toEqual(Array(30).fill(['canceled', 2]));
  });

  it('a cancel that cannot get its turn within 5 s is refused as unavailable', async () => {
    const world = await aWorld(100);
    const stock = await create(world);
    const end = await matching(world);
    const began = performance.now();
    const error: unknown = await edits.cancel(stock.id, {}).catch((caught: unknown) => caught);
    expect(isUnavailable(error)).toBe(true);
    expect(performance.now() - began).toBeGreaterThan(4500);
    await end();
    expect((await edits.cancel(stock.id, {})).status).toBe('canceled');
  });
});

it('26,000 stocks find their episodes at once, each told once', async () => {
  const world = await aWorld(100);
  await test.db.query(
    `INSERT INTO episodes (id, podcast_id, title, guid) SELECT gen_random_uuid(), $1, 'Episode ' || n, 'g' || n FROM generate_series(1, 26000) n`,
    [world.podcast],
  );
  await test.db.query(
    `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, match_guid, match_title)
     SELECT gen_random_uuid(), $1, $2, n::text, 'ready', 60, CASE WHEN n % 2 = 0 THEN 'g' || n END, 'EPISODE  ' || n FROM generate_series(1, 26000) n`,
    [world.podcast, world.owner],
  );
  const matched = await test.db.transaction(async (tx) => {
    const { quotaBearerId } = (await podcasts.lock(tx, world.podcast))!;
    return changes.match(tx, world.podcast, quotaBearerId);
  });
  const [row] = await test.db.query<object[]>(
    `SELECT count(*)::int AS stocks, count(DISTINCT e.id)::int AS episodes FROM video_stocks s JOIN episodes e ON e.id = s.matched_episode_id
      WHERE s.podcast_id = $1 AND s.status = 'matched' AND s.matched_by = 'match' AND s.revision = 2 AND s.client_key = substr(e.guid, 2)`,
    [world.podcast],
  );
  expect([matched, row]).toEqual([26_000, { stocks: 26_000, episodes: 26_000 }]);
  const told = (await events(world)).map(({ data }) => data.id);
  expect([told.length, new Set(told).size]).toEqual([26_000, 26_000]);
}, 300_000);
