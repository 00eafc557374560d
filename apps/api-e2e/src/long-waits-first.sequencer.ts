import { createRequire } from 'node:module';
import type Jest from '@jest/test-sequencer';

// Its types are those of what require() returns.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as typeof Jest;

type Test = Parameters<InstanceType<typeof Sequencer>['sort']>[0][number];

/** Suites that wait for minutes and compute little. Begun last, they would leave processors idle at the end. */
const LONG_WAITS = [
  'clocks',
  'redis-away',
  'rate-limit',
  'webhook',
  'idle-worker',
  'failover',
  'webhook-own-faults',
  'start',
  'webhook-fairness',
  'database-faults',
  'webhook-load',
  'chaos',
];

const rank = ({ path }: Test): number => {
  const found = LONG_WAITS.findIndex((name) => path.endsWith(`/processes/${name}.e2e.spec.ts`));
  return found < 0 ? LONG_WAITS.length : found;
};

/** Begins with the suites that wait long; the others as Jest would, those that took long or are large first. */
export default class LongWaitsFirst extends Sequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    return [...(await super.sort(tests))].sort((one, other) => rank(one) - rank(other));
  }
}
