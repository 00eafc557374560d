import 'reflect-metadata';
import { Env, NestLog } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { AdminModule } from './admin.module.js';
import { commands, explain } from './commands.js';

let env: Env | undefined;
let app: INestApplicationContext | undefined;
const loaded = () => (env ??= Env.load(process.env));

const program = commands({
  env: loaded,
  services: async () => {
    // stdout is for the answer alone, so the log goes to stderr, and only when something is wrong.
    const log = pino({ level: 'warn' }, pino.destination(2));
    return (app ??= await NestFactory.createApplicationContext(AdminModule.for(loaded(), log), {
      logger: new NestLog(log),
      abortOnError: false,
    }));
  },
  answer: (value) => process.stdout.write(`${JSON.stringify(value)}\n`),
});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
} finally {
  await app?.close();
}
