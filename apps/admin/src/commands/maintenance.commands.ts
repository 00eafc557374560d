import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { pointInTime } from '../arguments.js';
import { audited, recordCommand, type CommandContext } from '../context.js';
import { queueModules } from '../queues.js';

const NOW = '--now <time>';
const NOW_DESCRIPTION = 'as if it were this time (ISO 8601 with an offset)';

const timeOf = async ({ now }: { now?: string }, command: Command) => (now === undefined ? new Date() : pointInTime(command, NOW, now));

export function addMaintenanceCommands(program: Command, context: CommandContext): void {
  addSetUpCommands(program, context);
  addFixturesCommands(program, context);
  addDownloadsCommands(program, context);
  addUpkeepCommands(program, context);
}

function addSetUpCommands(program: Command, { environment, answer, command }: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database’s schema up to date')
    .action(async () => {
      const { Env } = await import('@app/env');
      const { migrate } = await import('@app/database/start');
      const { migrateStores, persistence } = await import('@app/product');
      const { DATABASE_DIRECT_URL: url } = (await environment()).get(Env);
      const applied = await migrate(url, persistence, { finish: (db) => recordCommand(db.manager, command()) });
      answer({ applied: [...applied, ...(await migrateStores(await environment()))] });
    });
  program
    .command('env')
    .description('the environment variables')
    .command('check')
    .description('judge the environment variables as api and worker do')
    .action(async () => {
      await environment();
      answer({ ok: true });
    });
}

function addFixturesCommands(program: Command, { start, answer }: CommandContext): void {
  program
    .command('fixtures')
    .description('test and demo data')
    .command('load')
    .argument('<file>', 'a fixtures file (JSON)')
    .description('load a file, all or nothing, and say which ids and tokens its keys became')
    .action(async (file: string) => {
      const { FixturesModule, FixturesService } = await import('@app/fixtures');
      const app = await start(() => Promise.resolve([FixturesModule])); // the service writes the audit entry
      answer(await app.get(FixturesService).load(await readFile(file)));
    });
}

function addDownloadsCommands(program: Command, context: CommandContext): void {
  program
    .command('downloads')
    .description('single downloads')
    .command('copy')
    .description('copy the downloads that PostgreSQL keeps to the ClickHouse of DOWNLOADS_URL; it can be repeated')
    .action(async () => {
      const { ClickHouseModule, DownloadLog } = await import('@app/downloads');
      const app = await audited(context, () => Promise.resolve([ClickHouseModule]));
      context.answer({ copied: await app.get(DownloadLog).copy() });
    });
}

function addUpkeepCommands(program: Command, context: CommandContext): void {
  program
    .command('retention')
    .description('what is kept for a time')
    .command('run')
    .option(NOW, NOW_DESCRIPTION)
    .description('delete finished deliveries that are older than RETENTION_DAYS')
    .action(async (options: { now?: string }, command: Command) => {
      const now = await timeOf(options, command);
      const { Retention, WebhooksModule } = await import('@app/webhooks');
      const app = await audited(context, async (all) => [...(await queueModules(all)), WebhooksModule]);
      context.answer({ deleted: { deliveries: await app.get(Retention).deleteOld(now) } });
    });
  program
    .command('analytics')
    .description('figures of downloads')
    .command('keep-up')
    .option(NOW, NOW_DESCRIPTION)
    .description('roll up the days that are over, and delete what counting no longer needs, as the worker does')
    .action(async (options: { now?: string }, command: Command) => {
      const now = await timeOf(options, command);
      const { AnalyticsModule, DownloadsRetention, RollUps } = await import('@app/analytics');
      const { DownloadPartitions, DownloadsModule, ListenerExpiry } = await import('@app/downloads');
      const app = await audited(context, () => Promise.resolve([AnalyticsModule, DownloadsModule]));
      await app.get(DownloadPartitions).makeAhead();
      const deleted = await app.get(ListenerExpiry).deleteExpired(now);
      const rolledUp = await app.get(RollUps).rollUpDays(now);
      context.answer({ rolled_up: rolledUp, deleted, retention: await app.get(DownloadsRetention).dropOld(now) });
    });
}
