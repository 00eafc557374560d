import { setTimeout as sleep } from 'node:timers/promises';
import { authPersistence } from '@app/auth';
import { newId, WORKER_TIMEOUTS } from '@app/database';
import { createDataSource } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { Signals, Waits } from '@app/jobs';
import { eventTypesOf, outboxPersistence, type NewEvent } from '@app/outbox';
import { aPublisher } from '@app/outbox/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { EventsQuery, type EventPage } from './events.dto.js';
import { EventsQueries } from './events.queries.js';
import { EventsService } from './events.service.js';

const persistence = [authPersistence, outboxPersistence];
const test = useDatabase(persistence);

/** The database of another installation on the same server. */
const elsewhere = useDatabase(persistence);

/** A process: its connections, its signals, and what publishes and reads there. */
type Process = { readonly db: DataSource; readonly signals: Signals; readonly events: EventsService; readonly looked: readonly bigint[] };
const processes: Process[] = [];

async function aProcess(): Promise<Process> {
  const db = await createDataSource({ url: test.url, poolSize: 30, persistence, timeouts: { ...WORKER_TIMEOUTS, connectMs: 60_000 } }).initialize(); // prettier-ignore
  const signals = new Signals(db, { DATABASE_DIRECT_URL: test.url } as ConstructorParameters<typeof Signals>[1], pino({ level: 'silent' }));
  const queries = new Watched(db);
  return { db, signals, events: new EventsService(queries, new Waits(signals)), looked: queries.looked };
}

/** Notes the position of each look. */
class Watched extends EventsQueries {
  readonly looked: bigint[] = [];

  override after(...of: Parameters<EventsQueries['after']>): ReturnType<EventsQueries['after']> {
    this.looked.push(of[0]);
    return super.after(...of);
  }
}

/** A request that waits looks once before that, and once when it begins to. */
async function wait(requests: number, { looked }: Process, before = looked.length): Promise<void> {
  while (looked.length < before + 2 * requests) await sleep(10);
}

beforeAll(async () => {
  processes.push(await aProcess(), await aProcess());
});
afterAll(async () => {
  for (const { db, signals } of processes) {
    await signals.beforeApplicationShutdown();
    await db.destroy();
  }
});

async function aUser({ db }: { readonly db: DataSource } = test): Promise<string> {
  const id = newId();
  await db.query(`INSERT INTO users (id, name) VALUES ($1, 'U')`, [id]);
  return id;
}

const chapters = (userId: string, count = 1): NewEvent => ({ userId, podcastId: null, type: 'chapters.stored', data: { episode_id: newId(), chapter_count: count } }); // prettier-ignore

const aProcessOf = (number: number): Process => processes[number % processes.length]!;

async function publish({ db, signals }: Process, events: readonly NewEvent[], hold = (): unknown => undefined): Promise<string[]> {
  return db.transaction(async (tx) => {
    const ids = await aPublisher(signals).publish(tx, ...events);
    await hold();
    return ids;
  });
}

type Asked = Partial<EventsQuery> & { readonly closed?: AbortSignal };

function read({ events }: Process, userId: string, { closed = new AbortController().signal, ...query }: Asked = {}): Promise<EventPage> {
  return events.list(Object.assign(new EventsQuery(), query), { userId, seconds: query.wait ?? 0, closed });
}

const idsOf = ({ data }: EventPage): string[] => data.map(({ id }) => id);

describe('readers of events (contract 18)', () => {
  it('20 readers of events see every event once and in one order, whatever transactions of two processes commit late', async () => {
    const userId = await aUser();
    const [writers, each] = [50, 6];
    const written = Promise.all(
      Array.from({ length: writers }, async (_, number) => {
        const ids: string[] = [];
        for (let n = 0; n < each; n += 1) {
          const events = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => chapters(userId));
          ids.push(...(await publish(aProcessOf(number), events, () => sleep(Math.random() < 0.1 ? 300 : Math.random() * 20))));
        }
        return ids;
      }),
    );
    let isOver = false;
    void written.then(() => (isOver = true));
    const readers = Array.from({ length: 20 }, async (_, number) => {
      const seen: string[] = [];
      let after: string | undefined;
      for (;;) {
        const wasOver = isOver;
        const page = await read(aProcessOf(number), userId, { after, first: 7, wait: wasOver ? 0 : 1 });
        seen.push(...idsOf(page));
        after = page.meta.next_cursor;
        if (wasOver && page.data.length === 0) return seen;
      }
    });
    const all = (await written).flat();
    const [first = [], ...others] = await Promise.all(readers);
    expect([...first].sort()).toEqual(all.sort());
    for (const other of others) expect(other).toEqual(first);
  });

  it('readers of events get an event after one that a transaction under way still keeps back', async () => {
    const [userId, other] = [await aUser(), await aUser()];
    const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = publish(aProcessOf(0), [chapters(other)], () => (written.resolve(), committed.promise));
    await written.promise;
    const [id] = await publish(aProcessOf(1), [chapters(userId)]);
    const before = await read(aProcessOf(0), userId);
    expect(before.data).toEqual([]);
    const { looked } = aProcessOf(0);
    const looks = looked.length;
    const waiting = read(aProcessOf(0), userId, { after: before.meta.next_cursor, wait: 30 });
    // More than the looks of a reader that only signals wake, and the commit signals nothing to this one.
    let isOver = false;
    void waiting.then(() => (isOver = true));
    while (!isOver && looked.length < looks + 12) await sleep(10);
    committed.resolve();
    expect(idsOf(await waiting)).toEqual([id]);
    await late;
  });

  it('readers of events are not delayed by a transaction that writes no event', async () => {
    const userId = await aUser();
    await test.db.transaction(async (tx) => {
      await tx.query(`UPDATE users SET name = 'V' WHERE id = $1`, [await aUser()]);
      const [id] = await publish(aProcessOf(0), [chapters(userId)]);
      expect(idsOf(await read(aProcessOf(0), userId))).toEqual([id]);
    });
  });

  it('readers of events are not kept back by a transaction of another installation on the same server', async () => {
    const [userId, other] = [await aUser(), await aUser(elsewhere)];
    await elsewhere.db.transaction(async (tx) => {
      await aPublisher().publish(tx, chapters(other));
      const [id] = await publish(aProcessOf(0), [chapters(userId)]);
      expect(idsOf(await read(aProcessOf(0), userId))).toEqual([id]);
    });
  });

  it('readers of events that wait are woken by an event of another process, and hold no connection meanwhile', async () => {
    const userId = await aUser();
    const { db } = aProcessOf(0);
    const allWait = wait(20, aProcessOf(0));
    const waiting = Array.from({ length: 20 }, () => read(aProcessOf(0), userId, { wait: 30 }));
    await allWait;
    const [row] = await test.db.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signals'`,
    );
    expect(row?.n).toBeLessThanOrEqual(processes.length);
    expect(await Promise.all(Array.from({ length: 30 }, () => db.query('SELECT 1')))).toHaveLength(30);
    await expect(read(aProcessOf(0), userId, { wait: 30 })).rejects.toMatchObject({ errors: [{ code: 'too_many_waiting' }] });
    const [id] = await publish(aProcessOf(1), [chapters(userId)]);
    for (const page of await Promise.all(waiting)) expect(idsOf(page)).toEqual([id]);
  });

  it('readers of events whose connection is closed wait no longer', async () => {
    const closing = new AbortController();
    const waiting = read(aProcessOf(0), await aUser(), { wait: 30, closed: closing.signal });
    setTimeout(() => closing.abort(), 50);
    expect((await waiting).data).toEqual([]);
  });

  it('readers of events of a draining process are answered at once with what there is', async () => {
    const process = await aProcess();
    const itWaits = wait(1, process);
    const waiting = read(process, await aUser(), { wait: 30 });
    await itWaits;
    await process.signals.beforeApplicationShutdown();
    expect((await waiting).data).toEqual([]);
    await process.db.destroy();
  });

  it('readers of events go on from a cursor that no event of their filter has moved', async () => {
    const userId = await aUser();
    await publish(aProcessOf(0), [chapters(userId)]);
    const none = await read(aProcessOf(0), userId, { types: ['token.created'] });
    expect(none).toMatchObject({ data: [], meta: { has_more: false } });
    const token = { id: newId(), label: 'l' };
    await publish(aProcessOf(0), [{ userId, podcastId: null, type: 'token.created', data: token }]);
    const page = await read(aProcessOf(0), userId, { types: ['token.created'], after: none.meta.next_cursor });
    expect(page.data).toMatchObject([{ type: 'token.created', podcast_id: null, data: token }]);
    await expect(read(aProcessOf(0), userId, { after: none.meta.next_cursor })).rejects.toMatchObject({
      errors: [{ code: 'invalid_cursor' }],
    });
  });

  it('readers of events go on without types when a later release has more types: their cursor is bound to no list of them', async () => {
    const userId = await aUser();
    await publish(aProcessOf(0), [chapters(userId)]);
    const { meta } = await read(aProcessOf(0), userId);
    expect((await read(aProcessOf(1), userId, { after: meta.next_cursor })).data).toEqual([]);
    await expect(read(aProcessOf(0), userId, { types: eventTypesOf('list'), after: meta.next_cursor })).rejects.toMatchObject({
      errors: [{ code: 'invalid_cursor' }],
    });
  });

  it('readers of events are refused a cursor of another user', async () => {
    const { meta } = await read(aProcessOf(0), await aUser());
    await expect(read(aProcessOf(0), await aUser(), { after: meta.next_cursor })).rejects.toMatchObject({
      errors: [{ code: 'invalid_cursor' }],
    });
  });

  it('readers of events that wait go on from where they looked last', async () => {
    const userId = await aUser();
    const { looked } = aProcessOf(0);
    const before = looked.length;
    const waiting = read(aProcessOf(0), userId, { wait: 30 });
    await wait(1, aProcessOf(0), before);
    const [id] = await publish(aProcessOf(1), [chapters(userId)]);
    expect(idsOf(await waiting)).toEqual([id]);
    expect([looked[before], looked[before + 1]! > 0n]).toEqual([0n, true]);
  });

  it('readers of events learn that there is more only when there is more', async () => {
    const userId = await aUser();
    await publish(aProcessOf(0), [chapters(userId), chapters(userId), chapters(userId)]);
    const page = await read(aProcessOf(0), userId, { first: 2 });
    const rest = await read(aProcessOf(0), userId, { first: 1, after: page.meta.next_cursor });
    expect([page, rest].map(({ data, meta }) => [data.length, meta.has_more])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it('readers of events see the last 30 days, and one podcast’s events alone when they name it', async () => {
    const [userId, podcastId] = [await aUser(), newId()];
    const [old, other, own] = await publish(aProcessOf(0), [chapters(userId), chapters(userId), { ...chapters(userId), podcastId }]);
    await test.db.query(`UPDATE events SET created_at = now() - interval '30 days 1 second' WHERE id = $1`, [old]);
    expect(idsOf(await read(aProcessOf(0), userId))).toEqual([other, own]);
    expect(idsOf(await read(aProcessOf(0), userId, { podcast_id: podcastId }))).toEqual([own]);
  });

  it('readers of events see neither another user’s events nor verifications', async () => {
    const userId = await aUser();
    await publish(aProcessOf(0), [chapters(await aUser()), { userId, podcastId: null, type: 'webhook.verification', data: { challenge: 'c' } }]); // prettier-ignore
    expect((await read(aProcessOf(0), userId)).data).toEqual([]);
  });
});
