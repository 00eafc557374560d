import 'reflect-metadata';
import { explainAppError } from '@app/http';
import { Env, explain, ListenerEnv, NestLog } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { AdminModule } from './admin.module.js';
import { commands } from './commands.js';
import { addWebhookCommands } from './webhook.commands.js';

let env: Env | undefined;
let app: INestApplicationContext | undefined;
const loaded = () => (env ??= Env.load(process.env));
const answer = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

const program = commands({
  env: loaded,
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
addWebhookCommands(program, {
  env: () => ListenerEnv.load(process.env),
  input: process.stdin,
  answer,
  complain: (line) => process.stderr.write(`${line}\n`),
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
      process.stdout.on('error', () => resolve()); // nobody reads any more
    }),
});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explainAppError(error) ?? explain(error) ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
} finally {
  await app?.close();
}
