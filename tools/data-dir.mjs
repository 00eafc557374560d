// @ts-check
/** What DATA_DIR holds for the tools: the lock, the embedded server, its URL, the demo tokens. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holderOf, isAlive } from './lock.mjs';

/** The purpose that the lock of `npm start` names. */
export const START = 'npm start';

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
 * Whether `npm start` runs an embedded server there that others may use. A URL that a killed one left does not count.
 *
 * @param {string} dir
 */
export function isServed(dir) {
  const holder = holderOf(lockFile(dir));
  return holder?.purpose === START && isAlive(holder) && readText(urlFile(dir)) !== undefined;
}

/**
 * @param {string} dir
 * @param {string} url
 */
export function publishUrl(dir, url) {
  writePrivately(urlFile(dir), `${url}\n`);
}

/** @param {string} dir */
export function withdrawUrl(dir) {
  rmSync(urlFile(dir), { force: true });
}

/**
 * Writes a file that its owner alone may read, whole or not at all.
 *
 * @param {string} path
 * @param {string} content
 */
export function writePrivately(path, content) {
  const next = `${path}.${process.pid}.new`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, path);
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
export function readText(path) {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
