import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import type { Linter } from 'eslint';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import * as jsonc from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';
import { boundaries, boundaryRule } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../../..');

type Manifest = Partial<Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>>;

/** apps/dev/src/packages.spec.ts checks where packages of npm are listed; types of `@types/x` are imported as `x`. */
const npmPackages = ['package.json', ...globSync('{apps,libs,libs/dev,tools}/*/package.json', { cwd: ROOT })]
  .map((path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest)
  .flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }))
  .filter((name) => !name.startsWith('@app/'))
  .flatMap((name) => [name, name.replace('@types/', '')]);

const TYPESCRIPT = ['**/*.{ts,tsx,mts}'];

const TESTS = ['**/*.spec.ts', '**/jest*.config.ts', '**/testing.ts', '**/testing/**/*.ts', 'apps/*-e2e/**/*.ts'];

const TEST_BUILDERS = { group: ['@app/*/testing'], message: 'Only tests import test builders.' };

/** The functions that one lib offers to all others, so that they are not written again. */
const ONE_PLACE_EACH = [
  { offeredBy: ['jobs'], name: '@nestjs/bullmq', message: 'Declare jobs with scheduledJob, wakeUp and whenWoken of @app/jobs.' },
  { offeredBy: ['process'], name: 'async-mutex', message: 'Use FairSemaphore of @app/process.' },
  {
    offeredBy: ['auth'],
    name: '@nestjs/common',
    importNames: ['CanActivate'],
    message: 'Make a guard with ownership of @app/auth.',
  },
  {
    offeredBy: ['auth', 'http'],
    name: '@nestjs/common',
    importNames: ['NestInterceptor'],
    message: 'Use ConditionalGet of @app/http.',
  },
];

/** @param lib the importing lib, which may import what it makes its offer of */
const restrictedImports = (lib = ''): Linter.RuleEntry => [
  'error',
  {
    paths: ONE_PLACE_EACH.filter(({ offeredBy }) => !offeredBy.includes(lib)).map(({ offeredBy: _, ...path }) => path),
    patterns: [TEST_BUILDERS],
  },
];

const RESTRICTED_SYNTAX = [
  { selector: 'ExportAllDeclaration', message: 'Write out what a module exports.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
  {
    selector: 'VariableDeclarator > Identifier.id[name=/^(MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|PATIENCE)(_|$)/]',
    message: 'Name a limit MAX_… or MIN_…, a time *_TIMEOUT_MS.',
  },
  {
    selector: "MethodDefinition[kind='constructor'] > FunctionExpression[params.length>6]",
    message: 'Make two classes: a constructor has at most six parameters.',
  },
  { selector: "TSAsExpression[typeAnnotation.typeName.name='ErrorCode']", message: 'Codes of errors come from defineErrors.' },
  {
    selector: "Property[key.name='context'] > ObjectExpression > Property[key.name='code'] > Literal",
    message: 'Give the constraint ...withCode(errors.the_code).',
  },
];

/** What people read in the console is said by `t` or `rich`, and so in every language (`apps/console/src/texts`). */
const SAID = ':not(CallExpression[callee.name=/^(t|rich)$/] > Literal)';
const WORDS_OF_PAGES = [
  'JSXText[value=/[A-Za-z]{2}/]',
  `JSXAttribute[name.name=/^(alt|aria-.*|closeLabel|empty|hint|label|of|placeholder|subject|term|title)$/] Literal[value=/^[A-Z][a-z]|[a-z] [a-z]/]${SAID}`,
  `Literal[value=/^[A-Z][a-z]+ [a-z].*[.…?]$/]${SAID}`,
  'TemplateElement[value.raw=/[A-Z][a-z]+ [a-z]|[a-z]{2} [a-z]{2,} [a-z]/]',
].map((selector) => ({ selector, message: 'Say this by t(…), and in other languages (apps/console/src/texts).' }));

const WITHOUT_COMMENT = String.raw`^(?!\s*(?:\{?/?\*|//))(?!.*\s// (?!prettier-|eslint-))`;

export const config = tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'apps/*/bundle/**',
      '**/out-tsc/**',
      '**/reports/**',
      'libs/*/types/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      'apps/api-e2e/clients/**',
      'tools/*/*.d.mts',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.mjs'], languageOptions: { ecmaVersion: 2024, globals: globals.node } },
  {
    files: TYPESCRIPT,
    extends: [...tseslint.configs.recommendedTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    // Each project has its own tsconfig.json, so that linting one does not load the types of all. The service reads the
    // declarations of a package once for all projects of a process, and the sources of other projects, so that nothing
    // has to be built first.
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': 'off', // Nest's modules are empty classes
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-inferrable-types': 'off', // decorators read the type
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/prefer-nullish-coalescing': 'off', // an empty string is often as good as none
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-restricted-syntax': ['error', ...RESTRICTED_SYNTAX],
      'no-console': 'error',
      // `process.env` is read in one place; tests and tools set it for the processes that they start.
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'Declare the variable in a *.env.ts.' }],
    },
  },
  { files: TYPESCRIPT, plugins: { '@nx': nx }, rules: { '@nx/enforce-module-boundaries': boundaryRule(boundaries) } },
  {
    // An expression whose work grows with the square of a text lets one request stop a process.
    files: TYPESCRIPT,
    ignores: TESTS,
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    // Tests may use what only tests and `npm start` use: certificates, receivers, the embedded PostgreSQL.
    files: TESTS,
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaryRule(
        boundaries.map(({ sourceTag, onlyDependOnLibsWithTags: tags }) => ({ sourceTag, onlyDependOnLibsWithTags: [...tags, 'type:dev'] })),
      ),
    },
  },
  {
    // Test builders stay out of production code. The stack is what black-box tests run on.
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: [...TESTS, 'libs/dev/stack/**/*.ts'],
    rules: { 'no-restricted-imports': restrictedImports() },
  },
  ...['auth', 'http', 'jobs', 'process'].map((lib) => ({
    files: [`libs/${lib}/**/*.ts`],
    ignores: TESTS,
    rules: { 'no-restricted-imports': restrictedImports(lib) },
  })),
  {
    // A project imports what its package.json lists: an edge between projects is declared.
    // The command `podcast` is published as one bundle: all that it imports is in devDependencies
    // (apps/cli/src/packages.spec.ts).
    files: ['**/package.json'],
    ignores: ['package.json', 'apps/cli/package.json'],
    languageOptions: { parser: jsonc },
    plugins: { '@nx': nx },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          buildTargets: ['typecheck'],
          checkVersionMismatches: false,
          // The bootstrap is plain .mjs, outside every tsconfig. All projects are tested with the preset of @app/jest.
          // Tests alone use
          // @app/clickhouse: as a dependency of a feature, it brought a second Node into the images.
          ignoredDependencies: [...npmPackages, '@app/bootstrap', '@app/jest', '@app/clickhouse'],
        },
      ],
    },
  },
  {
    files: [
      'apps/*/src/main.ts',
      '**/*.spec.ts',
      'libs/*/src/testing/**',
      'apps/*-e2e/**/*.ts',
      'apps/{dev,bench}/**/*.ts',
      'libs/dev/**/*.{ts,mts}',
      'tools/**/*.ts',
      '**/*.config.ts',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  {
    // Answers of a black box or a process under measurement are read as they come: a wrong path is undefined, and the
    // run fails.
    files: ['apps/{api-e2e,bench}/**/*.ts'],
    rules: Object.fromEntries(
      ['assignment', 'argument', 'call', 'member-access', 'return'].map((use) => [`@typescript-eslint/no-unsafe-${use}`, 'off']),
    ),
  },
  { files: ['apps/console/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', 'apps/console/src/texts/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...RESTRICTED_SYNTAX, ...WORDS_OF_PAGES] },
  },
  {
    // Long functions do several things. Left out are lists of tests, and migrations, which do not change any more.
    files: TYPESCRIPT,
    ignores: ['**/*.spec.ts', '**/migrations/**', 'apps/console-e2e/src/*.tests.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }] },
  },
  // Tasks and rows cross the border of a process: their types are those that the other side declares.
  { files: ['apps/bench/**/*.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  // Configurations and what Jest is configured with are loaded by their default export.
  { files: ['**/*.config.ts', '**/*.sequencer.ts', '**/jest/*.mts'], rules: { 'no-restricted-syntax': 'off' } },
  prettier,
  {
    // Prettier wraps code, but not comments: lines without one are left to it, and so are its and ESLint's own orders.
    // The schema is generated, and migrations do not change any more.
    files: [...TYPESCRIPT, '**/*.mjs'],
    ignores: ['libs/client/src/schema.ts', '**/migrations/**'],
    rules: { 'max-len': ['error', { code: 120, ignoreUrls: true, ignorePattern: WITHOUT_COMMENT }] },
  },
);
