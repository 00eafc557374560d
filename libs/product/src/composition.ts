import type { Persistence } from '@app/database';
import { Environment } from '@app/env';
import type { Type } from '@nestjs/common';
import { FEATURES } from './features.js';

/** The tables of every feature. */
export const persistence: readonly Persistence[] = FEATURES.flatMap((feature) => feature.persistence ?? []);

/**
 * The variables of the platform and of every feature. Every process judges them all, so that a fault shows at the first
 * start.
 * @throws EnvError naming every fault
 */
export function loadEnvironment(source: NodeJS.ProcessEnv): Environment {
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
