import type { Command } from 'commander';
import { audited, databaseOf, type CommandContext, type ModuleLoader } from '../context.js';
import { queueModules } from '../queues.js';

/** With video stocks: their seconds go back to those who bear them. */
const modules: ModuleLoader = async (environment) => [
  ...(await queueModules(environment)),
  (await import('@app/auth/services')).AuthModule,
  (await import('@app/downloads')).ClickHouseModule,
  (await import('@app/uploads')).UploadsModule,
  (await import('@app/video-stocks')).VideoStocksModule,
];

/** The data that the service holds of a user (contract 16.10). */
export function addUserDataCommands(user: Command, context: CommandContext): void {
  user
    .command('export')
    .description('write everything of a user, rows and files, to an archive; no token and no secret')
    .argument('<id>', 'the user’s id')
    .requiredOption('--output <file>', 'the archive (.tar.gz)')
    .action(async (id: string, { output }: { output: string }) => {
      const { UsersService } = await import('@app/auth/services');
      const { UserDownloads } = await import('@app/downloads');
      const { UserUploads } = await import('@app/uploads');
      const { exportUser } = await import('../user-data/export-user.js');
      const app = await audited(context, modules);
      const { id: userId } = await app.get(UsersService).find(id);
      const downloads = app.get(UserDownloads).linesOf(userId);
      const files = app.get(UserUploads).filesOf(userId);
      context.answer(await exportUser({ db: await databaseOf(app), userId, downloads, files }, output));
    });
  user
    .command('erase')
    .description('erase everything of a user, files too; refused while data of others hangs on it')
    .argument('<id>', 'the user’s id')
    .action(async (id: string) => {
      const { eraseUser } = await import('../user-data/erase-user.js');
      const app = await context.start(modules); // the erasure writes the audit entry
      context.answer({ id, erased: true, ...(await eraseUser(app, await databaseOf(app), id)) });
    });
}
