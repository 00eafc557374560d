/** The contents of DATA_DIR in development: lock, embedded database, its URL, demo tokens, local receiver. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holderOf, isAlive } from '@app/processes';

/** @returns an absolute path */
export function dataDir(): string {
  return resolve(process.env['DATA_DIR']?.trim() || '.data');
}

/** Whether the caller brings a database. An empty variable counts as unset, as everywhere. */
export function hasDatabaseUrl(): boolean {
  return Boolean(process.env['DATABASE_URL']?.trim());
}

export const lockFile = (dir: string): string => join(dir, 'lock');
export const postgresDir = (dir: string): string => join(dir, 'postgres');
export const demoTokensFile = (dir: string): string => join(dir, 'demo-tokens.json');
const urlFile = (dir: string): string => join(dir, 'database-url');

/**
 * Whether `npm start` runs an embedded database in the folder that others may use: migrated and with the demo data. A
 * URL file alone does not count, since a killed process leaves it behind.
 */
export function isServed(dir: string): boolean {
  const holder = holderOf(lockFile(dir));
  return holder?.database === 'embedded' && isAlive(holder) && readText(urlFile(dir)) !== undefined;
}

/** Writes the URL atomically, readable for its owner alone. */
export function publishUrl(dir: string, url: string): void {
  const next = `${urlFile(dir)}.${process.pid}.new`;
  writeFileSync(next, `${url}\n`, { mode: 0o600 });
  renameSync(next, urlFile(dir));
}

export function withdrawUrl(dir: string): void {
  rmSync(urlFile(dir), { force: true });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
