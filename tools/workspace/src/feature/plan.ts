import type { Names, Owner } from './names.ts';

/** The variables of templates beside the names. */
export type Plan = Names & {
  readonly owner: Owner;
  readonly Owner: string;
  readonly hasTable: boolean;
  /** One document for each owner, instead of a list. */
  readonly isSingleton: boolean;
  readonly hasWorker: boolean;
  /** 13 digits, above those of all migrations. */
  readonly migration: string;
  /** The path of its routes below /api/v1. */
  readonly route: string;
  /** The version of an npm package that the other features use. */
  readonly versionOf: (name: string) => string;
  /** Of the workspace, and of each of its packages. */
  readonly version: string;
  readonly template: '';
};
