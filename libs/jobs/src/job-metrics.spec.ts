import { Metrics } from '@app/process';
import { expect, it } from '@jest/globals';
import { JobMetrics } from './job-metrics.js';

it('the interval of a schedule is the longest one that has been planned, such as a night', async () => {
  const metrics = new JobMetrics(new Metrics());
  for (const seconds of [300, 54_000, 300]) metrics.planned('quota.check', seconds);
  expect((await metrics.interval.get()).values).toEqual([{ labels: { queue: 'quota.check' }, value: 54_000 }]);
});
