import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Environment } from '@app/env';
import type { INestApplicationContext } from '@nestjs/common';
import type { ModuleLoader } from './context.js';
import { operatorProgram } from './program.js';

enableCompileCache(); // a command lives for a moment, most of which is the compiler's

let loaded: Environment | undefined;
let app: INestApplicationContext | undefined;

async function environment(): Promise<Environment> {
  const { loadEnvironment } = await import('@app/product');
  return (loaded ??= loadEnvironment(process.env));
}

async function start(load: ModuleLoader): Promise<INestApplicationContext> {
  const { startServices } = await import('./services.js');
  return (app ??= await startServices(await environment(), load));
}

/** The version of the product is that of the repository's package.json, in a checkout and in the image. */
function version(): string {
  const { version: found } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
  return found;
}

async function explained(error: unknown): Promise<string> {
  const [{ explainAppError }, { explain }] = await Promise.all([import('@app/http/errors'), import('@app/database/start')]);
  return explainAppError(error) ?? explain(error) ?? (error instanceof Error ? error.message : String(error));
}

const program = operatorProgram({
  version: version(),
  environment,
  start,
  answer: (value) => process.stdout.write(`${JSON.stringify(value)}\n`),
  print: (text) => process.stdout.write(text),
});
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${await explained(error)}\n`);
  process.exitCode = 1;
} finally {
  await app?.close();
  process.exit(); // the queue of a database that is away would try again for ever
}
