/** Development commands that run as processes of their own: `webhook listen`, `fixtures demo`. */
import { explainAppError } from '@app/http/errors';
import { explain } from '@app/database/start';
import { readListenerEnv } from '@app/receiver';
import { Command } from 'commander';
import { addWebhookCommands } from './webhook-listen.ts';

const answer = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

const program = new Command('admin').showHelpAfterError('(--help shows the commands)');
addWebhookCommands(program, {
  env: () => readListenerEnv(process.env),
  input: process.stdin,
  answer,
  complain: (line) => process.stderr.write(`${line}\n`),
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
      process.stdout.on('error', () => resolve()); // the reader has closed the pipe
    }),
});
program
  .command('fixtures')
  .description('test and demo data')
  .command('demo')
  .description('load the demo data into an empty database; if that was done before, give its user new tokens')
  .option('--tokens <file>', 'where its tokens are noted; those that still work are given again')
  .action(async ({ tokens }: { tokens?: string }) => {
    const { demoEnvironment, loadDemo, withDemoServices } = await import('@app/demo');
    answer(await withDemoServices(demoEnvironment(process.env), (app) => loadDemo(app, tokens)));
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explainAppError(error) ?? explain(error) ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
