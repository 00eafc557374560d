import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature } from '@app/database';
import { describe, expect, it } from '@jest/globals';
import { modulesFor } from './composition.js';
import { FEATURES } from './features.js';

const LIBS = join(import.meta.dirname, '../..');

class A1790000000001 {
  up = () => Promise.resolve();
  down = () => Promise.resolve();
}

describe('the list of features', () => {
  it('the list of features has every lib that is tagged as a feature', () => {
    const libs = readdirSync(LIBS).filter((lib) => {
      const path = join(LIBS, lib, 'package.json');
      return existsSync(path) && readFileSync(path, 'utf8').includes('"type:feature"');
    });
    const absent = libs.filter((lib) => !FEATURES.some(({ name }) => name === lib));
    expect(absent.map((lib) => `add the descriptor of libs/${lib}/src/feature.ts to FEATURES in libs/product/src/features.ts`)).toEqual([]);
  });

  it('features: episodes are above transcripts, chapters and video stocks, which know nothing of each other (contract 13)', () => {
    const importsOf = (lib: string) => {
      const { dependencies } = JSON.parse(readFileSync(join(LIBS, lib, 'package.json'), 'utf8')) as { dependencies: object };
      return Object.keys(dependencies); // the linter lets a lib import nothing else
    };
    const parts = ['transcripts', 'chapters', 'video-stocks'];
    expect(importsOf('episodes')).toEqual(expect.arrayContaining(parts.map((part) => `@app/${part}`)));
    for (const part of parts) {
      const others = ['episodes', ...parts].map((lib) => `@app/${lib}`);
      expect([part, importsOf(part).filter((name) => others.includes(name))]).toEqual([part, []]);
    }
  });

  it('the list of features has no two features that declare the same thing', () => expect(faultsOf(FEATURES)).toEqual([]));

  it('the list of features says in one sentence which step of adding a feature was forgotten', () => {
    const persistence = { entities: [], migrations: [A1790000000001] };
    const features: Feature[] = [
      { name: 'a', persistence, errors: { no: { code: 'no', definition: { kind: 'invalid', message: 'No.' } } } },
      { name: 'b', persistence, errors: { no: { code: 'no', definition: { kind: 'conflict', message: 'No.' } } } },
      { name: 'c' },
    ];
    expect(faultsOf(features)).toEqual([
      'migration 1790000000001 is declared by a and by b: rename one of them.',
      'error code no is invalid in a and conflict in b: rename one of them.',
      'feature c has neither routes, jobs, tables nor variables: complete its feature.ts.',
    ]);
  });

  it('the list of features gives the api and the worker their modules', async () => {
    expect((await modulesFor('api')).length).toBeGreaterThan(8);
    expect((await modulesFor('worker')).length).toBeGreaterThan(4);
  });
});

/** The faults of a list of features, one sentence each. */
function faultsOf(features: readonly Feature[]): string[] {
  const faults: string[] = [];
  const unique = (what: string, named: readonly (readonly [string, string])[]) => {
    const owners = new Map<string, string>();
    for (const [name, owner] of named) {
      const other = owners.get(name);
      if (other !== undefined) faults.push(`${what} ${name} is declared by ${other} and by ${owner}: rename one of them.`);
      owners.set(name, owner);
    }
  };
  unique('feature', features.map(({ name }) => [name, name])); // prettier-ignore
  unique('migration', features.flatMap(({ name, persistence }) => (persistence?.migrations ?? []).map((migration) => [timestampOf(migration), name] as const))); // prettier-ignore
  unique('entity', features.flatMap(({ name, persistence }) => (persistence?.entities ?? []).map((entity) => [entity.name, name] as const))); // prettier-ignore
  faults.push(...contradictions(features));
  for (const { name, api, worker, persistence, environment } of features) {
    if (!api && !worker && !persistence && !environment)
      faults.push(`feature ${name} has neither routes, jobs, tables nor variables: complete its feature.ts.`);
  }
  return faults;
}

/** Migrations run in the order of the 13 digits at the end of their names. */
function timestampOf(migration: { readonly name: string }): string {
  return migration.name.slice(-13);
}

/** Features may share a code, with one kind: clients decide by the code alone. */
function contradictions(features: readonly Feature[]): string[] {
  const kinds = new Map<string, { readonly kind: string; readonly owner: string }>();
  return features.flatMap(({ name, errors = {} }) =>
    Object.entries(errors).flatMap(([code, { definition }]) => {
      const other = kinds.get(code);
      kinds.set(code, { kind: definition.kind, owner: name });
      return other && other.kind !== definition.kind
        ? [`error code ${code} is ${other.kind} in ${other.owner} and ${definition.kind} in ${name}: rename one of them.`]
        : [];
    }),
  );
}
