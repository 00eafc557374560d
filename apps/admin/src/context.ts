import type { Environment } from '@app/env';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';

/** The modules that a command needs, imported when it runs, so that no command pays for the code of others. */
export type ModuleLoader = (environment: Environment) => Promise<readonly (Type | DynamicModule)[]>;

/** The context of the commands. */
export type CommandContext = {
  readonly environment: () => Promise<Environment>;
  /** Starts the services of these modules. A process runs one command and starts them once. */
  readonly services: (load: ModuleLoader) => Promise<INestApplicationContext>;
  /** Writes the one JSON answer of a command. */
  readonly answer: (value: object) => void;
};

export async function databaseOf(app: INestApplicationContext): Promise<DataSource> {
  const { getDataSourceToken } = await import('@nestjs/typeorm');
  return app.get<DataSource>(getDataSourceToken());
}

/** Runs work with services in one transaction. */
export async function inTransaction<T>(
  { services }: CommandContext,
  load: ModuleLoader,
  work: (tx: EntityManager, app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const app = await services(load);
  return (await databaseOf(app)).transaction((tx) => work(tx, app));
}
