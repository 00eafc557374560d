// @ts-check
/** What DATA_DIR holds for the tools: the lock, the embedded server, its URL, the demo tokens. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holderOf, isAlive } from './lock.mjs';

/** @returns {string} the folder of the data, absolute */
export function dataDir() {
  return resolve(process.env.DATA_DIR?.trim() || '.data');
}

/** Whether the caller has a database of its own. An empty variable counts as unset, as everywhere. */
export function hasDatabaseUrl() {
  return Boolean(process.env.DATABASE_URL?.trim());
}

/** @param {string} dir */
export const lockFile = (dir) => join(dir, 'lock');
/** @param {string} dir */
export const postgresDir = (dir) => join(dir, 'postgres');
/** @param {string} dir */
export const demoTokensFile = (dir) => join(dir, 'demo-tokens.json');
/** @param {string} dir */
const urlFile = (dir) => join(dir, 'database-url');

/**
 * Whether `npm start` runs an embedded server there that others may use: its tables are there, and the demo data. A URL without a
 * living holder that says so does not count.
 *
 * @param {string} dir
 */
export function isServed(dir) {
  const holder = holderOf(lockFile(dir));
  return holder?.database === 'embedded' && isAlive(holder) && readText(urlFile(dir)) !== undefined;
}

/**
 * Writes the URL where its owner alone may read it, whole or not at all.
 *
 * @param {string} dir
 * @param {string} url
 */
export function publishUrl(dir, url) {
  const next = `${urlFile(dir)}.${process.pid}.new`;
  writeFileSync(next, `${url}\n`, { mode: 0o600 });
  renameSync(next, urlFile(dir));
}

/** @param {string} dir */
export function withdrawUrl(dir) {
  rmSync(urlFile(dir), { force: true });
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
function readText(path) {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
