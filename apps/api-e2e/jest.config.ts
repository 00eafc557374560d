import { join } from 'node:path';
import { preset } from '@app/jest';
import type { Config } from '@jest/types';

const STACK = join(import.meta.dirname, '../../libs/dev/stack/src');
const deployment = process.env['E2E_BASE_URL'];

if (deployment) console.log(`Against ${deployment}; the suites of src/processes start, stop and configure their own and are left out.`);

const config: Config.InitialOptions = {
  ...preset({ name: 'api-e2e', nest: false }),
  globalSetup: join(STACK, deployment ? 'jest/build.mts' : 'jest/setup.mts'),
  ...(deployment ? {} : { globalTeardown: join(STACK, 'jest/teardown.mts') }),
  testSequencer: join(import.meta.dirname, 'src/long-waits-first.sequencer.ts'),
  // The soak has a configuration and a target of its own; processes/failures.e2e.spec.ts runs the suite that fails.
  testPathIgnorePatterns: ['/src/soak/', '/src/failing/', ...(deployment ? ['/src/processes/'] : [])],
  testEnvironment: join(STACK, 'environment.ts'),
  // Generous: a test waits for events, and a slow machine must not fail it.
  testTimeout: 240_000,
  // The suites wait for time-outs and retries more than they compute: four leave two processors idle for a quarter of
  // the time.
  maxWorkers: 6,
};

export default config;
