import { join } from 'node:path';
import { preset } from '@app/jest';
import type { Config } from '@jest/types';

const STACK = join(import.meta.dirname, '../../libs/dev/stack/src');

const config: Config.InitialOptions = {
  ...preset({ name: 'console-e2e', nest: false }),
  globalSetup: join(STACK, 'jest/setup.mts'),
  globalTeardown: join(STACK, 'jest/teardown.mts'),
  testEnvironment: join(STACK, 'environment.ts'),
  // One browser and one stack at a time.
  maxWorkers: 1,
  // Generous: a test waits for events, and a slow machine must not fail it.
  testTimeout: 400_000,
};

export default config;
