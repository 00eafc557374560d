import type { Options } from '@swc/core';

/**
 * How TypeScript becomes JavaScript, for the build and for Jest, so that what is tested is what runs. Follows
 * tsconfig.base.json: legacy decorators with metadata for Nest and TypeORM, assigned class fields (a declared field
 * must not overwrite what a decorator or a parent class has set), imports as written.
 */
export const swcOptions: Options = {
  swcrc: false,
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      verbatimModuleSyntax: true,
    },
    keepClassNames: true,
  },
};
