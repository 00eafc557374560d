import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authPersistence } from '@app/auth';
import { ClickHouseServer, hasClickHouse } from '@app/clickhouse';
import { newId } from '@app/database';
import { moveByClock, useDatabase } from '@app/database/testing';
import { until } from '@app/process/testing';
import { podcastsPersistence } from '@app/podcasts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import { CountingQueries } from '../counting/counting.queries.js';
import { Downloads } from '../downloads.js';
import { downloadsPersistence } from '../persistence.js';
import { aPodcast, insertDownloads } from '../testing.js';
import { ClickHouse } from './clickhouse.queries.js';
import { DownloadLog } from './download-log.js';
import { DownloadLogQueries } from './download-log.queries.js';
import { LogWriter } from './log-writer.js';
import { downloadLogStatus } from './log-status.queries.js';
import { migrateClickHouse } from './schema.queries.js';
import { UserDownloads } from './user-downloads.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence]);
const AT = new Date('2026-06-10T08:00:00.123Z');

let server: ClickHouseServer;
const clients: ClickHouse[] = [];

beforeAll(async () => {
  if (!hasClickHouse) return;
  server = await ClickHouseServer.start();
  await migrateClickHouse({ DOWNLOADS_URL: server.url });
}, 120_000);
afterAll(async () => {
  for (const client of clients) await client.onApplicationShutdown();
  await server?.destroy();
});

/** A worker, or an api: its own client. */
function aProcess() {
  const clickHouse = new ClickHouse({ DOWNLOADS_URL: server.url });
  clients.push(clickHouse);
  const queries = new DownloadLogQueries(test.db);
  const log = new DownloadLog(queries, clickHouse, pino({ level: 'silent' }));
  return {
    clickHouse,
    log,
    queries,
    counting: new CountingQueries(test.db, clickHouse),
    downloads: new Downloads(clickHouse, queries, log),
  };
}

const anEpisode = async () => (await aPodcast(test.db, 'One')).episodes[0] ?? '';
const hit = (episodeId: string, listener: string) => ({ episodeId, at: AT, listener, earlier: null });

/** Rows of an episode as they are stored, those that are there twice included, and as they are read. */
async function kept(episodeId: string): Promise<{ stored: number; read: number }> {
  const count = async (how: string) =>
    (await server.rows<{ n: number }>(`SELECT toUInt32(count()) AS n FROM downloads ${how} WHERE episode_id = '${episodeId}'`))[0]?.n ?? 0;
  return { stored: await count(''), read: await count('FINAL') };
}
const logged = async () => (await downloadLogStatus(test.db)).due + (await downloadLogStatus(test.db)).running;

it.each([3600, -3600])('a lease of the log and its age are the same after a clock step of %d seconds (contract 2.13)', async (step) => {
  await test.db.query(
    `INSERT INTO download_log (id, downloads, lines, written_at, claimed_until)
     SELECT $1, 1, '[]', t - interval '10 seconds', t + interval '50 seconds' FROM (SELECT now() - $2 * interval '1 second') AS set (t)`,
    [newId(), step],
  );
  await moveByClock(test.db, downloadsPersistence.movedByClock ?? [], step);
  const [row] = await test.db.query<unknown[]>(
    `DELETE FROM download_log RETURNING written_at <= now() AND claimed_until BETWEEN now() AND now() + interval '50 seconds' AS same`,
  );
  expect(row).toEqual([{ same: true }]);
});

it('a statement whose reader has enough rows ends', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const many = createServer((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('{"n":1}\n'.repeat(1000)));
    };
    response.on('drain', write).once('close', () => end('ended'));
    write();
  });
  await new Promise<void>((listening) => many.listen(0, '127.0.0.1', listening));
  const clickHouse = new ClickHouse({ DOWNLOADS_URL: `http://127.0.0.1:${(many.address() as AddressInfo).port}/downloads` });
  try {
    for await (const rows of clickHouse.readRows<object>('SELECT 1 AS n', {})) if (rows.length > 0) break;
    expect(await ended).toBe('ended');
  } finally {
    await clickHouse.onApplicationShutdown();
    many.closeAllConnections();
    many.close();
  }
});

if (!hasClickHouse) it('the log of downloads needs chdb', () => undefined);
else {
  describe('the log of downloads (contract 16.11)', () => {
    afterEach(async () => {
      await test.db.query('DELETE FROM download_log');
    });

    it('the log of downloads takes those that count, and copies them to ClickHouse with time, podcast and listener', async () => {
      const { id: podcastId, episodes } = await aPodcast(test.db, 'One');
      const [episodeId = ''] = episodes;
      const { counting, log } = aProcess();
      expect(await counting.record([hit(episodeId, 'a"\\\n'), hit(episodeId, 'b')])).toBe(2);
      expect(await counting.record([hit(episodeId, 'b')])).toBe(0); // six hours, as without ClickHouse
      expect([await logged(), await test.db.query('SELECT FROM downloads WHERE episode_id = $1', [episodeId])]).toEqual([2, []]);
      expect(await log.write()).toBe(2);
      const rows = await server.rows(
        `SELECT podcast_id, toString(at) AS at, listener FROM downloads WHERE episode_id = '${episodeId}' ORDER BY listener`,
      );
      expect(rows).toEqual(['a"\\\n', 'b'].map((listener) => ({ podcast_id: podcastId, at: '2026-06-10 08:00:00.123000', listener })));
      expect(await logged()).toBe(0);
    });

    it('the log of downloads counts a download once whose acknowledgement was lost', async () => {
      const [episodeId, { counting, log }] = [await anEpisode(), aProcess()];
      await counting.record([hit(episodeId, 'a'), hit(episodeId, 'b')]);
      server.loseAnswers(1);
      expect(await log.write()).toBe(0);
      expect([await logged(), (await kept(episodeId)).read]).toEqual([2, 2]);
      expect(await log.write()).toBe(2);
      expect(await logged()).toBe(0);
      expect(await kept(episodeId)).toEqual({ stored: 4, read: 2 });
    });

    it('the log of downloads is shared by workers, each of which writes other rows', async () => {
      const [episodeId, workers] = [await anEpisode(), [aProcess(), aProcess(), aProcess()]];
      for (let n = 0; n < 30; n += 1) await workers[n % 3]?.counting.record([hit(episodeId, String(n))]);
      const written = await Promise.all(workers.map(({ log }) => log.write()));
      expect(written.reduce((sum, one) => sum + one)).toBe(30);
      expect(await kept(episodeId)).toEqual({ stored: 30, read: 30 });
    });

    it('the log of downloads leaves the rows of a killed worker to another once their lease has ended', async () => {
      const [episodeId, killed, other] = [await anEpisode(), aProcess(), aProcess()];
      await killed.counting.record([hit(episodeId, 'a')]);
      expect(await killed.queries.claim()).toHaveLength(1);
      expect(await other.log.write()).toBe(0);
      await test.db.query(`UPDATE download_log SET claimed_until = now() - interval '1 second'`);
      expect(await other.log.write()).toBe(1);
      expect((await kept(episodeId)).read).toBe(1);
    });

    it('the log of downloads is erased of a user with the rows that another worker has claimed', async () => {
      const { id, episodes } = await aPodcast(test.db, 'One');
      const [killed, { clickHouse, queries, log, counting }] = [aProcess(), aProcess()];
      await counting.record([hit(episodes[0] ?? '', 'a')]);
      await killed.queries.claim();
      await test.db.query(`UPDATE download_log SET claimed_until = now() + interval '2 seconds'`);
      const [{ owner }] = await test.db.query<[{ owner: string }]>('SELECT owner_id AS owner FROM podcasts WHERE id = $1', [id]);
      await new UserDownloads(clickHouse, queries, log, { DOWNLOADS_URL: server.url }).erase(owner);
      expect([await logged(), await kept(episodes[0] ?? '')]).toEqual([0, { stored: 0, read: 0 }]);
    });

    it('the log of downloads keeps everything while ClickHouse is away, and says so', async () => {
      const [episodeId, { counting, log }] = [await anEpisode(), aProcess()];
      await server.kill();
      expect(await counting.record([hit(episodeId, 'a')])).toBe(1);
      expect([await log.write(), await log.write()]).toEqual([0, 0]);
      await test.db.query(`UPDATE download_log SET written_at = now() - interval '6 minutes'`);
      expect(await downloadLogStatus(test.db)).toMatchObject({ due: 1, running: 0, stuck: 1, oldestDueAt: expect.any(Date) });
      await server.restart();
      await until(async () => (await log.write()) === 1);
      expect((await kept(episodeId)).read).toBe(1);
    });

    it('the log of downloads is written by every worker, again and again', async () => {
      const [episodeId, { clickHouse, counting, log }] = [await anEpisode(), aProcess()];
      jest.useFakeTimers({ doNotFake: ['setTimeout', 'clearTimeout', 'nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance', 'hrtime', 'Date'] }); // prettier-ignore
      const writer = new LogWriter(log, clickHouse);
      try {
        writer.onApplicationBootstrap();
        for (const listener of ['a', 'b', 'c']) {
          await counting.record([hit(episodeId, listener)]);
          await until(async () => (jest.advanceTimersByTime(2000), (await logged()) === 0));
        }
      } finally {
        await writer.beforeApplicationShutdown();
        jest.useRealTimers();
      }
      expect((await kept(episodeId)).read).toBe(3);
    });

    it('the log of downloads does not wait for a ClickHouse that takes connections and answers nothing', async () => {
      const { clickHouse } = aProcess();
      server.hang();
      try {
        await expect(clickHouse.ping()).rejects.toMatchObject({ kind: 'unavailable', headers: { 'Retry-After': '5' } });
      } finally {
        server.goOn();
      }
      await clickHouse.ping();
    });

    it('the log of downloads is read by statements that end in ClickHouse when nobody waits for them any more', async () => {
      const { clickHouse } = aProcess();
      const query = `SELECT toUInt32(getSetting('max_execution_time')) AS seconds`;
      const rows: object[] = await clickHouse.rows(query);
      for await (const some of clickHouse.readRows<object>(query, {})) rows.push(...some);
      expect(rows).toEqual([{ seconds: 20 }, { seconds: 600 }]);
    });

    it('the log of downloads brings in what fixtures have, as part of their transaction', async () => {
      const [episodeId, { downloads }] = [await anEpisode(), aProcess()];
      const some = Array.from({ length: 2001 }, (_, n) => ({ episodeId, at: new Date(Date.UTC(2010, n % 140)), listener: String(n) }));
      await expect(test.db.transaction((tx) => downloads.add(tx, some).then(() => Promise.reject(new Error('undone'))))).rejects.toThrow(
        'undone',
      );
      expect(await logged()).toBe(0);
      await test.db.transaction((tx) => downloads.add(tx, some));
      await downloads.settle();
      expect(await kept(episodeId)).toEqual({ stored: 2001, read: 2001 });
    });
  });

  it('a copy brings what PostgreSQL keeps, and one that is repeated doubles nothing', async () => {
    const { episodes } = await aPodcast(test.db, 'One', 'Two');
    const some = Array.from({ length: 300 }, (_, n) => ({ episodeId: episodes[n % 2] ?? '', at: AT, listener: String(n % 7) }));
    await insertDownloads(test.db, some);
    const { log } = aProcess();
    expect([await log.copy(100), await log.copy(100)]).toEqual([300, 300]);
    for (const episode of episodes) expect((await kept(episode)).read).toBe(150);
  });

  it('migrate makes the tables of ClickHouse once, and lets them keep downloads for as long as the environment says', async () => {
    const migrate = (days?: number) =>
      migrateClickHouse({ DOWNLOADS_URL: server.url, ...(days === undefined ? {} : { DOWNLOADS_RETENTION_DAYS: days }) });
    const definition = async () =>
      (await server.rows<{ q: string }>(`SELECT create_table_query AS q FROM system.tables WHERE name = 'downloads'`))[0]?.q;
    expect(await migrate()).toEqual([]);
    expect([await migrate(100), await migrate(100)]).toEqual([['clickhouse: retention'], []]);
    expect(await definition()).toContain('TTL toDate(at) + toIntervalDay(100)');
    expect([await migrate(), await definition()]).toEqual([['clickhouse: retention'], expect.not.stringContaining('TTL')]);
  });
}
