import { preset } from '../../tools/jest/preset.mjs';

const TOOLS = `${import.meta.dirname}/../../tools/jest`;
const deployment = process.env.E2E_BASE_URL;

if (deployment) console.log(`Against ${deployment}; the suites of src/processes start, stop and configure their own and are left out.`);

export default {
  ...preset({ name: 'api-e2e', database: !deployment, nest: false }),
  globalSetup: `${TOOLS}/${deployment ? 'build' : 'e2e'}.setup.mjs`,
  ...(deployment ? {} : { globalTeardown: `${TOOLS}/e2e.teardown.mjs` }),
  testSequencer: `${TOOLS}/long-waits-first.sequencer.mjs`,
  // The soak has a configuration and a target of its own; processes/failures.e2e.spec.ts runs the suite that fails.
  testPathIgnorePatterns: ['/src/soak/', '/src/failing/', ...(deployment ? ['/src/processes/'] : [])],
  testEnvironment: `${import.meta.dirname}/../../libs/dev/stack/src/environment.ts`,
  // Generous: a test waits for events, and a slow machine must not fail it.
  testTimeout: 240_000,
  // The suites wait for time-outs and retries more than they compute.
  maxWorkers: 4,
};
