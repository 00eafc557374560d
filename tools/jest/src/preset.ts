import { basename, join, resolve } from 'node:path';
import type { Config } from '@jest/types';
import { swcOptions } from './swc-options.ts';

type Project = {
  /** That of its folder, in which Nx runs Jest, unless given. */
  readonly name?: string;
  /** Starts a throwaway PostgreSQL for the project's `*.db.spec.ts`. */
  readonly database?: boolean;
  /** Without it, tests load no Nest, which takes a second of each file. */
  readonly nest?: boolean;
};

/** Beside the project, so that Nx keeps and restores them with the result. */
const REPORTS = resolve('reports');

/** Named by its path: it is tested with this preset, too. */
const DATABASE = join(import.meta.dirname, '../../../libs/dev/embedded-postgres/src/jest');

/** The Jest configuration of a project. */
export function preset({ name = basename(process.cwd()), database = false, nest = true }: Project = {}): Config.InitialOptions {
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
    setupFiles: nest ? [join(import.meta.dirname, 'environment.ts')] : [],
    // Waits in tests have deadlines of their own (`until`), which say what did not happen.
    testTimeout: 120_000,
    reporters: ['default', ['jest-junit', { outputDirectory: REPORTS, outputName: 'junit.xml', suiteName: name }]],
    // With `--coverage`, which makes a project's tests take half as long again.
    coverageProvider: 'v8',
    coverageReporters: ['html', 'text-summary'],
    coverageDirectory: join(REPORTS, 'coverage'),
    collectCoverageFrom: ['**/*.ts', '!**/testing/**', '!**/testing.ts', '!**/migrations/**'],
    maxWorkers: 2,
    ...(database ? { globalSetup: join(DATABASE, 'setup.mts'), globalTeardown: join(DATABASE, 'teardown.mts') } : {}),
  };
}
