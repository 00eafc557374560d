import { preset } from '../../tools/jest/preset.mjs';

export default {
  ...preset({ name: 'console-e2e', database: true, nest: false }),
  globalSetup: `${import.meta.dirname}/../../tools/jest/e2e.setup.mjs`,
  globalTeardown: `${import.meta.dirname}/../../tools/jest/e2e.teardown.mjs`,
  testEnvironment: `${import.meta.dirname}/../../libs/dev/stack/src/environment.ts`,
  // One browser and one stack at a time.
  maxWorkers: 1,
  // Generous: a test waits for events, and a slow machine must not fail it.
  testTimeout: 400_000,
};
