import type { Feature, Persistence } from '@app/database';
import { Environment } from '@app/env';
import type { Type } from '@nestjs/common';
import { FEATURES } from './features.js';

/** A step of adding a feature was forgotten: the message says which, one sentence a line. */
class CompositionError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The features do not fit together:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'CompositionError';
  }
}

/** The tables of every feature. */
export const persistence: readonly Persistence[] = FEATURES.flatMap((feature) => feature.persistence ?? []);

/**
 * The variables of the platform and of every feature. Every process judges them all, so that a fault shows at the first start.
 * @throws EnvError naming every fault
 * @throws CompositionError when features contradict each other
 */
export function loadEnvironment(source: NodeJS.ProcessEnv): Environment {
  const faults = faultsOf(FEATURES);
  if (faults.length > 0) throw new CompositionError(faults);
  return Environment.load(source, FEATURES.flatMap(({ environment }) => environment ?? [])); // prettier-ignore
}

/** Paths of routes that are not below the prefix of the API. */
export const pathsOutsideApi = FEATURES.flatMap((feature) => feature.pathsOutsideApi ?? []);

/** Headers of the features' own that pages of any origin may read. */
export const exposedHeaders = FEATURES.flatMap((feature) => feature.exposedHeaders ?? []);

/** The queries for the state of each kind of background work. */
export const workStatuses = FEATURES.flatMap(({ status }) => status ?? []);

/** Brings the stores that features keep beside the database up to date. @returns what was changed */
export async function migrateStores(environment: Environment): Promise<string[]> {
  const changed: string[] = [];
  for (const { migrate } of FEATURES) changed.push(...((await migrate?.(environment)) ?? []));
  return changed;
}

/** The modules of all features for one kind of process. */
export function modulesFor(process: 'api' | 'worker'): Promise<Type[]> {
  return Promise.all(FEATURES.flatMap((feature) => feature[process]?.() ?? []));
}

/** The faults of a list of features, one sentence each. */
export function faultsOf(features: readonly Feature[]): string[] {
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
