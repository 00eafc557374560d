import type { Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Persistence } from './persistence.js';
import type { Environment, EnvironmentClass } from '@app/env';
import type { WorkStatus } from './work-status.js';

type ErrorMeaning = { readonly kind: string; readonly message: string | ((facts: never) => string) };

/** The parts of the OpenAPI document that a feature has beside its routes. */
export type FeatureDocument = {
  /** Tags of its routes, with a sentence for people each. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly schemas?: Readonly<Record<string, object>>;
  /** Requests that it sends, by event type. */
  readonly webhooks?: Readonly<Record<string, object>>;
};

/**
 * The parts of a feature: its tables, variables and error codes, and the modules that the processes load. Each feature
 * lib exports one from `./feature`. Modules are imported when a process needs them, so that a command does not load
 * controllers.
 */
export type Feature = {
  readonly name: string;
  readonly persistence?: Persistence;
  readonly environment?: EnvironmentClass;
  /** Error codes by their own name. */
  readonly errors?: Readonly<Record<string, { readonly code: string; readonly definition: ErrorMeaning }>>;
  readonly document?: FeatureDocument;
  readonly api?: () => Promise<Type>;
  /** Paths of its routes that are not below the prefix of the API, since people and apps follow them. */
  readonly pathsOutsideApi?: readonly string[];
  /** Headers of its own that pages of any origin may read, at every route (contract 2.8). */
  readonly exposedHeaders?: readonly string[];
  /** Jobs and schedules, for the worker. */
  readonly worker?: () => Promise<Type>;
  /** The state of its background work, for `admin status`. */
  readonly status?: (db: DataSource) => Promise<WorkStatus>;
  /** Brings a store that it keeps beside the database up to date, for `admin migrate`. Names what was changed. */
  readonly migrate?: (environment: Environment) => Promise<string[]>;
};
