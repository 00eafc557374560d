import { join, resolve } from 'node:path';
import { swcOptions } from '../../apps/dev/src/swc-options.ts';

/** Beside the project, so that Nx keeps and restores them with the result. */
const REPORTS = resolve('reports');

/**
 * The Jest configuration of a project.
 * @param {{ name: string, database?: boolean, nest?: boolean }} project `database` starts a throwaway PostgreSQL for its
 * `*.db.spec.ts`; without `nest` its tests load no Nest, which takes a second of each file
 */
export function preset({ name, database = false, nest = true }) {
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
    setupFiles: nest ? [`${import.meta.dirname}/environment.setup.mjs`] : [],
    // Waits in tests have deadlines of their own (`until`), which say what did not happen.
    testTimeout: 120_000,
    reporters: ['default', ['jest-junit', { outputDirectory: REPORTS, outputName: 'junit.xml', suiteName: name }]],
    // `npm test` asks for coverage and merges these files (apps/dev/src/reports.ts).
    coverageProvider: 'v8',
    coverageReporters: ['json'],
    coverageDirectory: join(REPORTS, 'coverage'),
    collectCoverageFrom: ['**/*.ts', '!**/testing/**', '!**/testing.ts', '!**/migrations/**'],
    maxWorkers: 2,
    ...(database
      ? { globalSetup: `${import.meta.dirname}/postgres.setup.mjs`, globalTeardown: `${import.meta.dirname}/postgres.teardown.mjs` }
      : {}),
  };
}
