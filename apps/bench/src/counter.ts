/** Counts downloads as api processes do behind their redirects, and brings them to where analytics reads them, as workers do. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RollUps } from '@app/analytics';
import { createDataSource } from '@app/database/start';
import { ClickHouse, CountingQueries, DownloadLog, DownloadLogQueries } from '@app/downloads';
import { createLog } from '@app/process/start';
import { persistence } from '@app/product';
import { serve } from './bench-child.ts';

/** Api processes, each with one statement at a time, and hits of a statement. */
const WRITERS = 2;
const BATCH_SIZE = 2000;

/** Milliseconds between two looks of a worker at the log. */
const LOOK_EVERY_MS = 2000;

const DAY_MS = 86_400_000;

const { DATABASE_URL: url = '', DOWNLOADS_URL } = process.env;
const db = await createDataSource({ url, poolSize: WRITERS + 1, persistence }).initialize();
const clickHouse = new ClickHouse(DOWNLOADS_URL === undefined ? {} : { DOWNLOADS_URL });
const counting = new CountingQueries(db, clickHouse);
const log = new DownloadLog(new DownloadLogQueries(db), clickHouse, createLog('counter', 'error'));

serve({ count });

/** @returns hits a second, from the first statement until none waits in the log, and their days are rolled up */
async function count({ episodes, hits }: { episodes: string[]; hits: number }): Promise<{ perSecond: number }> {
  await db.query('TRUNCATE downloads, download_windows, download_day_states, download_days, download_quarters');
  const yesterday = Math.floor(Date.now() / DAY_MS - 1) * DAY_MS;
  let sent = 0;
  const write = async () => {
    while (sent < hits) {
      const first = sent;
      sent += BATCH_SIZE;
      const batch = Array.from({ length: BATCH_SIZE }, (_, n) => {
        const at = new Date(yesterday + (((first + n) * 7919) % 86_400) * 1000);
        return { episodeId: episodes[(first + n) % episodes.length] ?? '', at, listener: randomUUID().slice(-22), earlier: null };
      });
      await counting.record(batch);
    }
  };
  const began = performance.now();
  const written = Promise.all(Array.from({ length: WRITERS }, write)).then(() => 'all');
  if (clickHouse.isUsed) while ((await Promise.race([written, sleep(LOOK_EVERY_MS)])) !== 'all') await log.write();
  await written;
  await (clickHouse.isUsed ? log.write() : new RollUps(db).rollUpDays());
  return { perSecond: (sent / (performance.now() - began)) * 1000 };
}
