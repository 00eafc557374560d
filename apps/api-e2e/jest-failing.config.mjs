import config from './jest.config.mjs';

/** The suite that fails on purpose, within a run whose set-up is done. */
export default {
  ...config,
  displayName: 'failing',
  globalSetup: undefined,
  globalTeardown: undefined,
  testPathIgnorePatterns: [],
  testMatch: ['**/src/failing/*.spec.ts'],
  reporters: [],
};
