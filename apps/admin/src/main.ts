import 'reflect-metadata';
import { explainAppError } from '@app/http';
import { explain, NestLog, type Environment } from '@app/platform';
import { loadEnvironment } from '@app/product';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { AdminModule } from './admin.module.js';
import { commands } from './commands.js';

let environment: Environment | undefined;
let app: INestApplicationContext | undefined;
const loaded = () => (environment ??= loadEnvironment(process.env));
const answer = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

const program = commands({
  environment: loaded,
  services: async () => {
    // stdout is for the answer alone, and what goes wrong is thrown and told once.
    const log = pino({ level: 'fatal' }, pino.destination(2));
    return (app ??= await NestFactory.createApplicationContext(AdminModule.for(loaded(), log), {
      logger: new NestLog(log),
      abortOnError: false,
    }));
  },
  answer,
});
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explainAppError(error) ?? explain(error) ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
} finally {
  await app?.close();
}
