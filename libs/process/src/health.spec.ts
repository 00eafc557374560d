import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HealthIndicatorService } from '@nestjs/terminus';
import { Health } from './health.js';
import { Metrics, readinessMetrics } from './metrics.js';

const LIMIT_MS = 60_000;

let health: Health;

beforeEach(() => {
  jest.useFakeTimers();
  health = new Health(new HealthIndicatorService());
});
afterEach(() => void jest.useRealTimers());

const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a process is ready only while its loops make progress (contract 2.9)', () => {
  it('a loop without a finished pass is named, until it finishes one', async () => {
    const progressed = health.needsProgress('loop', LIMIT_MS);
    await after(LIMIT_MS);
    expect(await health.missing()).toEqual([]);
    await after(2000);
    expect(await health.missing()).toEqual(['loop']);
    progressed();
    await after(2000);
    expect(await health.missing()).toEqual([]);
  });

  it('readiness names work that does not end until it ends, whatever else ends meanwhile', async () => {
    const mustEnd = health.needsEnd('work', LIMIT_MS);
    const stuck = Promise.withResolvers<void>();
    const first = mustEnd(() => stuck.promise);
    await after(LIMIT_MS + 2000);
    expect(await mustEnd(() => Promise.resolve('done'))).toBe('done');
    expect(await health.missing()).toEqual(['work']);
    stuck.reject(new Error('connection lost'));
    await expect(first).rejects.toThrow('connection lost');
    await after(2000);
    expect(await health.missing()).toEqual([]);
  });

  it('readiness names no work that has ended', async () => {
    const mustEnd = health.needsEnd('work', LIMIT_MS);
    await mustEnd(() => Promise.resolve());
    await after(10 * LIMIT_MS);
    expect(await health.missing()).toEqual([]);
  });
});

it('readiness names what is missing alone, without what depends on it', async () => {
  const away = () => Promise.reject(new Error('away'));
  let isAway = true;
  health.needs('database', () => (isAway ? away() : Promise.resolve()));
  health.needs('rights', away, { unlessMissing: 'database' });
  expect(await health.missing()).toEqual(['database']);
  isAway = false;
  await after(2000);
  expect(await health.missing()).toEqual(['rights']);
});

it('the metrics have a series for each reason for which a process is not ready (contract 16.8)', async () => {
  const metrics = new Metrics();
  readinessMetrics(health, metrics);
  health.needs('database', () => Promise.reject(new Error('away')));
  health.needs('rights', () => Promise.resolve());
  const values = async () => {
    const metric = (await metrics.registry.getMetricsAsJSON()).find(({ name }) => name === 'process_not_ready');
    return Object.fromEntries(metric?.values.map(({ labels, value }) => [String(labels['reason']), value]) ?? []);
  };
  expect(await values()).toEqual({ stopping: 0, database: 1, rights: 0 });
  health.stop();
  expect(await values()).toEqual({ stopping: 1, database: 0, rights: 0 });
});
