import { TokensService, UsersService, recordAction } from '@app/auth/services';
import { eraseRows, userTables } from '@app/database/user-data';
import { UserDownloads } from '@app/downloads';
import { httpErrors } from '@app/http/errors';
import { codeOf } from '@app/process';
import { persistence } from '@app/product';
import { UserUploads } from '@app/uploads';
import { QuotaBearers } from '@app/video-stocks';
import type { INestApplicationContext } from '@nestjs/common';
import type { DataSource } from 'typeorm';

type Erased = { readonly rows: number; readonly files: number };

/** Passes over all tables: a request or job that was under way may write a row behind the first. */
const MAX_PASSES = 5;

/** SQLSTATE: another row refers to it. */
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Erases everything of a user but audit entries. The tokens end first, so that nothing new comes; the user's row goes
 * last, so that an erasure that was interrupted can be repeated.
 * @throws AppError 404; 409 while data of others hangs on the user
 */
export async function eraseUser(app: INestApplicationContext, db: DataSource, userId: string): Promise<Erased> {
  await app.get(UsersService).find(userId);
  await refuseIfUsed(app, userId);
  await db.transaction(async (tx) => {
    await app.get(TokensService).endAllOf(tx, userId);
    const bearers = app.get(QuotaBearers);
    for (const podcast of await bearers.borneByOthers(tx, userId)) await bearers.move(tx, podcast, userId);
    await recordAction(tx, { actor: null, action: 'user.erase', target: userId });
  });
  const eraseDownloads = await app.get(UserDownloads).erase(userId);
  let [rows, files] = [0, 0];
  for (let pass = 1; ; pass += 1) {
    try {
      for (const table of userTables(persistence)) {
        if (table.hasFiles) files += await app.get(UserUploads).erase(userId);
        else rows += await eraseRows(db.manager, table, userTables(persistence), userId);
      }
      await eraseDownloads();
      return { rows, files };
    } catch (error) {
      if (codeOf(error) !== FOREIGN_KEY_VIOLATION || pass === MAX_PASSES) throw error;
    }
  }
}

async function refuseIfUsed(app: INestApplicationContext, userId: string): Promise<void> {
  const { podcasts, stocks } = await app.get(QuotaBearers).usedByOthers(userId);
  if (podcasts.length > 0)
    throw httpErrors.conflict(
      `Podcasts of other users use this user’s quota: ${podcasts.join(', ')}. Give each another bearer first: podcast set-quota-bearer <podcast> <user>.`,
    );
  if (stocks.length > 0)
    throw httpErrors.conflict(
      `Video stocks of other users use this user’s files: ${stocks.join(', ')}. Their owners cancel them first, or are erased first.`,
    );
}
