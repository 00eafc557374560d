import { Metrics } from '@app/process';
import { expect, it, jest } from '@jest/globals';
import type { WorkStatus } from './work-status.js';
import { workMetrics } from './work.metrics.js';

type Looking = { onApplicationBootstrap(): void; onApplicationShutdown(): Promise<void> };

it('the figures of background work are those of the latest look, and stay as they are while the database is away', async () => {
  jest.useFakeTimers();
  const metrics = new Metrics();
  const figures = async () => {
    const names = ['work_items', 'work_oldest_due_seconds'];
    const shown = await Promise.all(names.map((name) => metrics.registry.getSingleMetric(name)!.get()));
    return shown.flatMap(({ values }) => values.map(({ value }) => value));
  };
  const work = 'refetches';
  const found: readonly WorkStatus[] = [
    { work, due: 2, running: 1, failing: 3, stuck: 4, oldestDueAt: new Date(Date.now() - 5000) },
    { work, due: 0, running: 5, failing: 0, stuck: 0, oldestDueAt: null },
  ];
  let looks = 0;
  const look = () => {
    const status = found[looks];
    looks += 1;
    return status ? Promise.resolve(status) : Promise.reject(new Error('away'));
  };
  const looking = workMetrics([look]).useFactory(metrics, {}) as Looking;
  try {
    looking.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    expect(await figures()).toEqual([2, 1, 3, 4, 5]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await figures()).toEqual([0, 5, 0, 0, 0]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([looks, await figures()]).toEqual([3, [0, 5, 0, 0, 0]]);
  } finally {
    await looking.onApplicationShutdown();
    jest.useRealTimers();
  }
});
