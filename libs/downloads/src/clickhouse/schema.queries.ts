import type { DownloadsEnv } from '../downloads.env.js';
import { ClickHouse } from './clickhouse.queries.js';

/** The table that takes and answers downloads; on a cluster, that spreads them over tables of {@link LOCAL}. */
export const DOWNLOADS = 'downloads';
const LOCAL = 'downloads_local';

/**
 * Listeners are counted by their hashes, in less than half the time of their texts: of a million, two collide once in
 * 37 million cases.
 */
const COLUMNS = `(
  podcast_id UUID,
  at DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
  episode_id UUID,
  id UUID,
  listener String CODEC(ZSTD),
  listener_hash UInt64 MATERIALIZED sipHash64(listener) CODEC(NONE)
)`;

/**
 * A download that arrives twice has the same key: it is read once (FINAL) and soon stored once. Months are partitions,
 * and no key is in two of them.
 */
const STORAGE = (engine: string) => `ENGINE = ${engine} PARTITION BY toYYYYMM(at) ORDER BY (podcast_id, at, episode_id, id)`;

type Options = Pick<DownloadsEnv, 'DOWNLOADS_CLUSTER' | 'DOWNLOADS_RETENTION_DAYS'>;

/** The statements that make the tables, where they are not there. */
export function tablesOf({ DOWNLOADS_CLUSTER: cluster }: Options): string[] {
  if (cluster === undefined) return [`CREATE TABLE IF NOT EXISTS ${DOWNLOADS} ${COLUMNS} ${STORAGE('ReplacingMergeTree')} ${SETTINGS}`];
  const everywhere = `ON CLUSTER "${cluster}"`;
  const replicated = `ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/${LOCAL}', '{replica}')`;
  // By episodes, so that a podcast that everybody hears is spread, and a download that arrives twice comes to one
  // shard.
  const distributed = `Distributed("${cluster}", currentDatabase(), ${LOCAL}, cityHash64(episode_id))`;
  return [
    `CREATE TABLE IF NOT EXISTS ${LOCAL} ${everywhere} ${COLUMNS} ${STORAGE(replicated)} ${SETTINGS}`,
    `CREATE TABLE IF NOT EXISTS ${DOWNLOADS} ${everywhere} AS ${LOCAL} ENGINE = ${distributed}`,
  ];
}

/** Months are removed whole, without rewriting. One without writes for an hour becomes one part without duplicates. */
const SETTINGS = 'SETTINGS ttl_only_drop_parts = 1, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1';

/** Makes the tables, and lets them keep downloads for as long as the environment says. @returns what was changed */
export async function migrateClickHouse(env: DownloadsEnv): Promise<string[]> {
  const clickHouse = new ClickHouse(env);
  try {
    const before = await definitionOf(clickHouse, env.DOWNLOADS_CLUSTER === undefined ? DOWNLOADS : LOCAL);
    for (const statement of tablesOf(env)) await clickHouse.change(statement);
    const retention = retentionOf(env, before);
    if (retention !== undefined) await clickHouse.change(retention);
    return [...(before === undefined ? ['clickhouse: downloads'] : []), ...(retention === undefined ? [] : ['clickhouse: retention'])];
  } finally {
    await clickHouse.onApplicationShutdown();
  }
}

/** @returns the statement that changes for how long downloads are kept; undefined when it is so already */
export function retentionOf({ DOWNLOADS_CLUSTER: cluster, DOWNLOADS_RETENTION_DAYS: days }: Options, definition = ''): string | undefined {
  const [present] = /TTL .*? \+ toIntervalDay\(\d+\)/.exec(definition) ?? [];
  const wanted = days === undefined ? undefined : `TTL toDate(at) + toIntervalDay(${days})`;
  if (present === wanted) return undefined;
  const table = cluster === undefined ? DOWNLOADS : `${LOCAL} ON CLUSTER "${cluster}"`;
  return `ALTER TABLE ${table} ${wanted === undefined ? 'REMOVE TTL' : `MODIFY ${wanted}`}`;
}

/** @returns undefined when there is no such table */
async function definitionOf(clickHouse: ClickHouse, table: string): Promise<string | undefined> {
  const [row] = await clickHouse.rows<{ definition: string }>(
    'SELECT create_table_query AS definition FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table },
  );
  return row?.definition;
}

/** The statement that deletes the downloads of `{podcasts:Array(UUID)}`. */
export function deletionOf({ DOWNLOADS_CLUSTER: cluster }: Options): string {
  return `DELETE FROM ${cluster === undefined ? DOWNLOADS : `${LOCAL} ON CLUSTER "${cluster}"`} WHERE has({podcasts:Array(UUID)}, podcast_id)`;
}

export const DOWNLOADS_OF_PODCASTS = `
  SELECT episode_id, toString(at) AS at, id, listener FROM ${DOWNLOADS} FINAL WHERE has({podcasts:Array(UUID)}, podcast_id) ORDER BY podcast_id, at, id`;
