import type { MigrationInterface } from 'typeorm';

/** Which rows of a table are a user's: they are exported with the user, and erased with it (contract 16.10). */
export type UserRows = {
  /** The column with the id of the user, or of a row of `of`. */
  readonly column: string;
  /** The table with the rows that they belong to. */
  readonly of?: string;
  /** The text before the user's id in the column. */
  readonly prefix?: string;
  /** Columns that are never exported. */
  readonly secrets?: readonly string[];
  /** Columns that are exported as the text that they hold compressed. */
  readonly packed?: Readonly<Record<string, 'brotli' | 'zstd'>>;
  /** The feature deletes rows and files together; `user erase` calls it. */
  readonly hasFiles?: boolean;
};

/** The tables and migrations of a feature. Each lib exports one, and the apps list them. */
export type Persistence = {
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** The data of a user in each table, or a sentence that says why it holds none. */
  readonly userData?: Readonly<Record<string, UserRows | string>>;
  /** Statements that move what is planned after a step of the database's clock, made by `moves` (contract 2.13). */
  readonly movedByClock?: readonly string[];
};
