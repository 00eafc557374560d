import config from './jest.config.mjs';

/** The soak alone, which `npm test` leaves out. */
export default {
  ...config,
  displayName: 'soak',
  globalSetup: `${import.meta.dirname}/../../tools/jest/build.setup.mjs`,
  globalTeardown: undefined,
  testPathIgnorePatterns: [],
  testMatch: ['**/src/soak/*.spec.ts'],
};
