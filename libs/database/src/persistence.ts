import type { MigrationInterface } from 'typeorm';

/** The tables and migrations of a feature. Each lib exports one, and the apps list them. */
export type Persistence = {
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
};
