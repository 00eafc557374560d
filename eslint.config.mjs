import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** `process.env` is read in one place; tests and tools set it for the processes that they start. */
const oneReaderOfTheEnvironment = {
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'env', message: 'Env is the one reader of the environment (libs/platform/src/env).' },
  ],
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'libs/client/types/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      'apps/api-e2e/clients/**',
      'apps/bench/**',
      'tools/*/*.d.mts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: {
      ecmaVersion: 2024,
      globals: globals.node,
    },
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
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
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Write out what a module exports.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
      ],
      'no-console': 'error',
      ...oneReaderOfTheEnvironment,
    },
  },
  {
    files: [
      'apps/*/src/main.ts',
      '**/*.spec.ts',
      'libs/platform/src/testing/**',
      'apps/api-e2e/**/*.ts',
      'apps/{dev,bench}/**/*.ts',
      'libs/dev/**/*.ts',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  {
    // What a black box answers is read as it comes: a wrong path is undefined, and the expectation fails.
    files: ['apps/api-e2e/**/*.ts'],
    rules: Object.fromEntries(
      ['assignment', 'argument', 'call', 'member-access', 'return'].map((use) => [`@typescript-eslint/no-unsafe-${use}`, 'off']),
    ),
  },
  // Threads are loaded by their default export.
  { files: ['**/*.worker.ts'], rules: { 'no-restricted-syntax': 'off' } },
  prettier,
);
