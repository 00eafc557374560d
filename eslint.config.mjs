// Node reads types away by itself; from a configuration in TypeScript, ESLint would ask for a compiler (jiti).
export { config as default } from './tools/eslint/src/config.ts';
