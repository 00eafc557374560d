import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresDir } from '../data-dir.ts';
import { ROOT } from '../workspace.ts';

/**
 * Notes which migrations the embedded database has, so that the next start does not wait for a process that finds nothing to do.
 * The note only saves time: a worker that misses migrations says so, and they run then.
 */
const noteFile = (dir: string): string => join(postgresDir(dir), 'migrated');

export function isNotedAsMigrated(dir: string): boolean {
  try {
    return readFileSync(noteFile(dir), 'utf8') === versionOfSchema();
  } catch {
    return false; // none yet
  }
}

export function noteMigrated(dir: string): void {
  writeFileSync(noteFile(dir), versionOfSchema());
}

export function withdrawNote(dir: string): void {
  rmSync(noteFile(dir), { force: true });
}

/** Changes with the migrations of this build and with the version of BullMQ, which brings its own. */
function versionOfSchema(): string {
  const libs = readdirSync(join(ROOT, 'libs'));
  const migrations = libs.flatMap((lib) => filesIn(join(ROOT, 'libs', lib, 'dist/migrations')).map((file) => `${lib}/${file}`));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/bullmq/package.json'), 'utf8')) as { version: string };
  return createHash('sha256')
    .update([...migrations.sort(), `bullmq ${version}`].join('\n'))
    .digest('hex');
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
