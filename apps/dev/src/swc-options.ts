/**
 * How TypeScript becomes JavaScript, in one place: for the build (build.mjs) and for Jest's transform, so that what is
 * tested is what runs. It follows tsconfig.base.json: legacy decorators with metadata for Nest and TypeORM, assigned class
 * fields (a field that is only declared must not overwrite what a decorator or a parent class has set), imports as written.
 */
export const swcOptions: import('@swc/core').Options = {
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
