import type { Linter } from 'eslint';

type Boundary = { readonly sourceTag: string; readonly onlyDependOnLibsWithTags: readonly string[] };

/** Who may import whom (CONTRIBUTING.md). A project may also import only what its package.json lists. */
export const boundaries: readonly Boundary[] = [
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:product', 'type:feature', 'type:platform', 'type:pure'] },
  { sourceTag: 'runs:browser', onlyDependOnLibsWithTags: ['type:pure'] },
  { sourceTag: 'type:product', onlyDependOnLibsWithTags: ['type:feature', 'type:platform'] },
  { sourceTag: 'type:feature', onlyDependOnLibsWithTags: ['type:feature', 'type:platform', 'type:pure'] },
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:platform', 'type:pure'] },
  { sourceTag: 'type:pure', onlyDependOnLibsWithTags: ['type:pure'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:platform', 'type:pure', 'type:dev'] },
  { sourceTag: 'type:bench', onlyDependOnLibsWithTags: ['*'] },
  { sourceTag: 'type:dev', onlyDependOnLibsWithTags: ['*'] },
];

export const boundaryRule = (depConstraints: readonly Boundary[]): Linter.RuleEntry => [
  'error',
  // Modules of features are imported when a process needs them (`feature.ts`), and statically elsewhere.
  { allowCircularSelfDependency: false, checkDynamicDependenciesExceptions: ['.*'], depConstraints },
];
