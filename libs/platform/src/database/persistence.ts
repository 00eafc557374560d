import type { MigrationInterface } from 'typeorm';

/** What a feature adds to the database: each lib exports one, and the apps list them. */
export type Persistence = {
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
};
