import { ClickHouseServer, hasClickHouse } from '@app/clickhouse';
import { newId } from '@app/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClickHouse } from './clickhouse.queries.js';
import { deletionOf, retentionOf, tablesOf } from './schema.queries.js';

const CLUSTER = { DOWNLOADS_CLUSTER: 'eu-1', DOWNLOADS_RETENTION_DAYS: 9 };

/** A cluster of one server, with a Keeper in its memory. The engine as a library runs nothing `ON CLUSTER`. */
const CONFIG = `<clickhouse>
  <tcp_port>9000</tcp_port>
  <macros><shard>1</shard><replica>one</replica></macros>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <remote_servers><eu-1><shard><replica><host>localhost</host><port>9000</port></replica></shard></eu-1></remote_servers>
</clickhouse>`;

let server: ClickHouseServer;

beforeAll(async () => {
  if (hasClickHouse) server = await ClickHouseServer.start(CONFIG);
}, 120_000);
afterAll(() => server?.destroy());

(hasClickHouse ? describe : describe.skip)('the tables of a cluster (contract 16.11)', () => {
  it('the tables of ClickHouse are made by statements that ClickHouse reads', async () => {
    const statements = [...tablesOf(CLUSTER), retentionOf(CLUSTER) ?? '', deletionOf(CLUSTER)];
    for (const statement of statements)
      expect(await server.rows(`EXPLAIN AST ${statement.replace('{podcasts:Array(UUID)}', '[]')}`)).not.toEqual([]);
  });

  it('the tables of a cluster take downloads through the one that spreads them, and what arrives twice is read once', async () => {
    const clickHouse = new ClickHouse({ DOWNLOADS_URL: server.url });
    // The library takes no rows into a replicated table.
    const tables = tablesOf(CLUSTER).map((one) => one.replace(' ON CLUSTER "eu-1"', '').replace(/Replicated(\w+)\([^)]*\)/, '$1'));
    try {
      for (const statement of tables) await clickHouse.change(statement);
      const [podcast, episode] = [newId(), newId()];
      const lines = ['ann', 'ben'].map((listener) => JSON.stringify([podcast, '2026-06-10 08:00:00.123000', episode, newId(), listener]));
      for (let n = 0; n < 2; n += 1) await clickHouse.insert('downloads', lines.join('\n'));
      const read = (how: string) =>
        clickHouse.rows(
          `SELECT toUInt32(count()) AS downloads, toUInt32(arrayUniq(groupArray(listener_hash))) AS listeners FROM downloads ${how} WHERE podcast_id = {podcast:UUID}`,
          { podcast },
        );
      expect([await read(''), await read('FINAL')]).toEqual([[{ downloads: 4, listeners: 2 }], [{ downloads: 2, listeners: 2 }]]);
      await clickHouse.change(deletionOf(CLUSTER).replace(' ON CLUSTER "eu-1"', ''), { podcasts: [podcast] });
      expect(await read('')).toEqual([{ downloads: 0, listeners: 0 }]);
    } finally {
      for (const table of ['downloads', 'downloads_local']) await clickHouse.change(`DROP TABLE ${table}`);
      await clickHouse.onApplicationShutdown();
    }
  });

  it('the tables of ClickHouse are a replicated one on each server, and one that spreads downloads over them', async () => {
    for (const statement of tablesOf(CLUSTER)) await server.rows(statement.replace(' ON CLUSTER "eu-1"', ''));
    expect(await server.rows('SELECT name, engine FROM system.tables WHERE database = currentDatabase() ORDER BY name')).toEqual([
      { name: 'downloads', engine: 'Distributed' },
      { name: 'downloads_local', engine: 'ReplicatedReplacingMergeTree' },
    ]);
  });
});
