import { describe, expect, it } from '@jest/globals';
import { retentionOf, tablesOf } from './schema.queries.js';

const CLUSTER = { DOWNLOADS_CLUSTER: 'eu-1' };

describe('the tables of ClickHouse', () => {
  it('the tables of ClickHouse are one of months without a cluster, in which what arrives twice is one, and each rests in one part', () => {
    const [table, ...others] = tablesOf({});
    expect(table).toMatch(
      /^CREATE TABLE IF NOT EXISTS downloads \(.*ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM\(at\) .*min_age_to_force_merge_on_partition_only = 1/s,
    );
    expect(others).toEqual([]);
  });

  it('the tables of ClickHouse are replicated and spread by episode on a cluster', () => {
    const [local, spread] = tablesOf(CLUSTER);
    expect(local).toMatch(/^CREATE TABLE IF NOT EXISTS downloads_local ON CLUSTER "eu-1" .*ENGINE = ReplicatedReplacingMergeTree\(/s);
    expect(spread).toBe(
      'CREATE TABLE IF NOT EXISTS downloads ON CLUSTER "eu-1" AS downloads_local ENGINE = Distributed("eu-1", currentDatabase(), downloads_local, cityHash64(episode_id))',
    );
    expect(retentionOf({ ...CLUSTER, DOWNLOADS_RETENTION_DAYS: 9 })).toBe(
      'ALTER TABLE downloads_local ON CLUSTER "eu-1" MODIFY TTL toDate(at) + toIntervalDay(9)',
    );
  });

  it('the tables of ClickHouse are left alone when they keep downloads for as long as they should', () => {
    expect(retentionOf({})).toBeUndefined();
    expect(retentionOf({ DOWNLOADS_RETENTION_DAYS: 9 }, '… TTL toDate(at) + toIntervalDay(9) SETTINGS …')).toBeUndefined();
    expect(retentionOf({}, '… TTL toDate(at) + toIntervalDay(9) SETTINGS …')).toBe('ALTER TABLE downloads REMOVE TTL');
  });
});
