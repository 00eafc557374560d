import { join } from 'node:path';
import type { Config } from '@jest/types';
import config from './jest.config.ts';

/** The soak alone, which `npm test` leaves out. */
const soak: Config.InitialOptions = {
  ...config,
  displayName: 'soak',
  globalSetup: join(import.meta.dirname, '../../libs/dev/stack/src/jest/build.mts'),
  globalTeardown: undefined,
  testPathIgnorePatterns: [],
  testMatch: ['**/src/soak/*.spec.ts'],
};

export default soak;
