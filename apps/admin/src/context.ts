import type { Environment } from '@app/env';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';

/** The modules that a command needs, imported when it runs, so that no command pays for the code of others. */
export type ModuleLoader = (environment: Environment) => Promise<readonly (Type | DynamicModule)[]>;

/** The command that runs, as the audit names it: its words, and the id that it is about. */
export type CommandName = { readonly action: string; readonly target: string | null };

export type CommandContext = {
  readonly environment: () => Promise<Environment>;
  readonly command: () => CommandName;
  /** Starts the services of these modules. A process runs one command and starts them once. */
  readonly start: (load: ModuleLoader) => Promise<INestApplicationContext>;
  /** Writes the one JSON answer of a command, times in UTC. */
  readonly answer: (value: object) => void;
};

export async function databaseOf(app: INestApplicationContext): Promise<DataSource> {
  const { getDataSourceToken } = await import('@nestjs/typeorm');
  return app.get<DataSource>(getDataSourceToken());
}

/** Starts services for a command that reads, or has many transactions. The audit names it first (contract 16.10). */
export async function audited(context: CommandContext, load: ModuleLoader): Promise<INestApplicationContext> {
  const app = await context.start(load);
  await recordCommand((await databaseOf(app)).manager, context.command());
  return app;
}

/** Runs work with services in one transaction, which the audit entry is part of. Its target is the changed id. */
export async function inTransaction<T extends { readonly id: string }>(
  context: CommandContext,
  load: ModuleLoader,
  work: (tx: EntityManager, app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const app = await context.start(load);
  return (await databaseOf(app)).transaction(async (tx) => {
    const result = await work(tx, app);
    await recordCommand(tx, { ...context.command(), target: result.id });
    return result;
  });
}

export async function recordCommand(tx: EntityManager, command: CommandName): Promise<void> {
  const { recordAction } = await import('@app/auth/services');
  await recordAction(tx, { actor: null, ...command });
}
