import { swcOptions } from '../../apps/dev/src/swc-options.ts';

/**
 * The Jest configuration of a project.
 * @param {{ name: string, database?: boolean }} project `database` starts a throwaway PostgreSQL for its `*.db.spec.ts`
 */
export function preset({ name, database = false }) {
  return {
    displayName: name,
    testEnvironment: 'node',
    rootDir: 'src',
    testMatch: ['**/*.spec.ts'],
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: { '^.+\\.ts$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] },
    // Libs are tested from their sources. Without "import": it breaks CommonJS dependencies.
    testEnvironmentOptions: { customExportConditions: ['@app/source', 'node', 'default'] },
    setupFiles: [`${import.meta.dirname}/environment.setup.mjs`],
    testTimeout: 30_000,
    maxWorkers: 2,
    ...(database
      ? { globalSetup: `${import.meta.dirname}/postgres.setup.mjs`, globalTeardown: `${import.meta.dirname}/postgres.teardown.mjs` }
      : {}),
  };
}
