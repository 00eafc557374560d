import { ClickHouseServer, hasClickHouse } from '@app/clickhouse';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

  it('the tables of ClickHouse are a replicated one on each server, and one that spreads downloads over them', async () => {
    for (const statement of tablesOf(CLUSTER)) await server.rows(statement.replace(' ON CLUSTER "eu-1"', ''));
    expect(await server.rows('SELECT name, engine FROM system.tables WHERE database = currentDatabase() ORDER BY name')).toEqual([
      { name: 'downloads', engine: 'Distributed' },
      { name: 'downloads_local', engine: 'ReplicatedReplacingMergeTree' },
    ]);
  });
});
